//! Programs of the graphics processor: WGSL with constants, compiled once per device.

use std::fmt::Write;

/// A kernel: an entry point `main`, whose bindings are the buffers in the given order, followed by a uniform struct with the parameters.
#[derive(Debug)]
pub struct Kernel {
    /// Its name in messages.
    pub name: &'static str,
    /// WGSL: one file, or several concatenated, of which the last has `main`. Constants that it does not define are written before it.
    pub source: &'static str,
}

/// One member of a kernel's uniform struct.
#[derive(Clone, Copy, Debug)]
pub enum Parameter {
    /// A `u32`.
    Count(usize),
    /// An `f32`.
    Number(f32),
}

impl Parameter {
    /// Its four bytes. A count beyond u32 is truncated; the lengths of buffers are checked before.
    pub(super) fn bytes(self) -> [u8; 4] {
        match self {
            Parameter::Count(count) => (count as u32).to_le_bytes(),
            Parameter::Number(number) => number.to_le_bytes(),
        }
    }
}

/// The programs that a device has compiled: a handful, searched linearly.
#[derive(Default)]
pub(super) struct Programs(Vec<Program>);

struct Program {
    name: &'static str,
    constants: Vec<u32>,
    pipeline: wgpu::ComputePipeline,
}

impl Programs {
    /// The pipeline of a kernel with constants, if it was compiled before.
    pub(super) fn find(&self, kernel: &Kernel, constants: &[(&str, u32)]) -> Option<wgpu::ComputePipeline> {
        let same = |program: &&Program| {
            program.name == kernel.name
                && program.constants.iter().copied().eq(constants.iter().map(|(_, value)| *value))
        };
        self.0.iter().find(same).map(|program| program.pipeline.clone())
    }

    /// Keeps a compiled pipeline.
    pub(super) fn insert(&mut self, kernel: &Kernel, constants: &[(&str, u32)], pipeline: wgpu::ComputePipeline) {
        let constants = constants.iter().map(|(_, value)| *value).collect();
        self.0.push(Program { name: kernel.name, constants, pipeline });
    }
}

impl Kernel {
    /// Compiles the kernel with constants, whose definitions are written before its source.
    pub(super) fn compile(&self, device: &wgpu::Device, constants: &[(&str, u32)]) -> wgpu::ComputePipeline {
        let mut source = String::new();
        for (name, value) in constants {
            // Writing into a string does not fail.
            let _ = writeln!(source, "const {name} = {value}u;");
        }
        source.push_str(self.source);
        // Outside a browser every loop counts its turns, in case it never ends. On an H100 attention took 0.5 to 0.7 of the time without that, but the tests once
        // stood still there: it stays until that is explained.
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(self.name),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(self.name),
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: Default::default(),
            cache: None,
        })
    }
}
