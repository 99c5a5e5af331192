/** The kinds of consumers: each function returns an entry of the table. `find(project, { browser })` builds and runs the project, and returns what it found. */
import { serveFolder } from "./serve.mjs";
import { RESULT, studyModule } from "./study.mjs";
import { visit } from "./visit.mjs";

/** The package's notices among what a program printed. */
const notices = (printed) => printed.split("\n").filter((line) => /\battograph: /.test(line));

/** What bundlers print about a module that they cannot take along. */
const LOST = /critical dependency|cannot find module|can't resolve|failed to resolve|unable to resolve/i;

/** What a tool printed about what it cannot take along. */
const lost = (printed) => printed.split("\n").filter((line) => LOST.test(line));

/** The files of a project, with the module that all have. */
export const withStudy = (files, path = "study.js") => ({ [path]: studyModule, ...files });

/** A program that leaves its results in a file; `commands` run one after another. */
export const program = ({ files, commands, env, ...entry }) => ({
  ...entry,
  files: withStudy(files),
  async find(project) {
    let printed = "";
    for (const command of commands) printed += await project.run(command, env);
    const { first, large } = JSON.parse(await project.read(RESULT));
    return { results: [first], large, warnings: notices(printed), later: [], problems: [] };
  },
});

/**
 * A page of static files: `commands` leave them in `output`, which is measured; without `output`, the project is served as it is. Where the entry has no fast
 * engine of its own, `withFast` are the files that differ in a project that has one: that is built and visited second.
 */
export const page = ({ files, withFast, commands = [], output, headers, studyPath, problemsOf, ...entry }) => ({
  ...entry,
  files: withStudy(files, studyPath),
  async find(project, { browser }) {
    const visitBuilt = async (large) => {
      let printed = "";
      for (const command of commands) printed += await project.run(command);
      const emitted = output && (await project.measure(output));
      const site = await serveFolder(project.at(output ?? ""), headers);
      try {
        const seen = await visit(browser, site.address, { large, problemsOf });
        return { emitted, ...seen, problems: [...lost(printed), ...seen.problems] };
      } finally {
        await site.close();
      }
    };
    const found = await visitBuilt(!withFast && entry.expects.engine !== "none");
    if (!withFast) return found;
    await project.write(withFast);
    const { large, warnings, later, problems } = await visitBuilt(true);
    return { ...found, large, later: [...warnings, ...later], problems: [...found.problems, ...problems] };
  },
});

/** A page that a tool's own server sends, `server` being its command for a port. `output` is what a build before it emits for browsers. */
export const served = ({ files, commands = [], output, server, read, problemsOf, ...entry }) => ({
  ...entry,
  files: withStudy(files),
  async find(project, { browser }) {
    let printed = "";
    for (const command of commands) printed += await project.run(command);
    const emitted = output && (await project.measure(output));
    const site = await project.serve(server);
    try {
      const found = await visit(browser, site.address, { read, large: entry.expects.engine !== "none", problemsOf });
      const problems = [...lost(printed + site.printed.text), ...found.problems];
      return { emitted, ...found, warnings: [...found.warnings, ...notices(site.printed.text)], problems };
    } finally {
      await site.close();
    }
  },
});
