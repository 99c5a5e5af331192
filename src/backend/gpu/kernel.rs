//! A program of the graphics processor: WGSL with constants, compiled once a device.

use std::fmt::Write;

use super::device::Gpu;

/// A kernel: an entry point `main`, whose bindings are numbered as the buffers are given, and after them a uniform struct with the parameters.
#[derive(Debug)]
pub struct Kernel {
    /// What it is called in messages.
    pub name: &'static str,
    /// WGSL: a file, or several one after the other, of which the last has `main`. Constants that it does not define are written before it.
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
    /// Its four bytes. A count beyond u32 is cut; the lengths of buffers are checked before.
    pub(super) fn bytes(self) -> [u8; 4] {
        match self {
            Parameter::Count(count) => (count as u32).to_le_bytes(),
            Parameter::Number(number) => number.to_le_bytes(),
        }
    }
}

/// The programs that were compiled so far: a handful, which are looked through one by one.
#[derive(Default)]
pub(super) struct Programs(Vec<Program>);

struct Program {
    name: &'static str,
    constants: Vec<u32>,
    pipeline: wgpu::ComputePipeline,
}

impl Gpu {
    /// The pipeline of a kernel with constants, compiled when it is first asked for.
    pub(super) fn pipeline(&self, kernel: &Kernel, constants: &[(&str, u32)]) -> wgpu::ComputePipeline {
        let same = |program: &&Program| {
            program.name == kernel.name
                && program.constants.iter().copied().eq(constants.iter().map(|(_, value)| *value))
        };
        if let Some(known) = self.programs.borrow().0.iter().find(same) {
            return known.pipeline.clone();
        }
        let mut source = String::new();
        for (name, value) in constants {
            // Writing into a string does not fail.
            let _ = writeln!(source, "const {name} = {value}u;");
        }
        source.push_str(kernel.source);
        let module = self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(kernel.name),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(kernel.name),
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: Default::default(),
            cache: None,
        });
        let values = constants.iter().map(|(_, value)| *value).collect();
        let known = Program { name: kernel.name, constants: values, pipeline: pipeline.clone() };
        self.programs.borrow_mut().0.push(known);
        pipeline
    }
}
