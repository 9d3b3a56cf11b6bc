// The action, the template and the hook, each run as its runner would run it, on the built program.
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'
import {
  type Action,
  type Ran,
  readAction,
  root,
  runAction as runActionIn,
  shell as shellIn,
} from './action-runner.js'
import { antSchema, faultsAgainst } from './ci/junit-schemas.js'
import { parseXml } from './ci/xml.js'
import { runCli } from './run-cli.js'

const program = path.join(root, 'dist/cli/main.js')
const texts = [
  'The committee met on Tuesday to discuss the new harbour and the road that leads to it.',
  'She opened the window, listened for a while, and then went back to her book.',
]
let repository: string
let tools: string
/** Where the action caches findings. The others have the same: which runner it is changes nothing in what a file sounds like. */
const FINDINGS = '.temp/audio-audit-findings'
const at = (name: string) => path.join(repository, name)

beforeAll(async () => {
  repository = await mkdtemp(path.join(tmpdir(), 'pipelines-'))
  tools = at('.tools')
  await mkdir(tools)
  await mkdir(at(FINDINGS), { recursive: true })
  await symlink(at(FINDINGS), at('.audio-audit-findings'))
  await mkdir(at('voices'))
  await mkdir(at('broken'))
  const speaker = voice('flite:slt')
  for (const [index, text] of texts.entries()) {
    const { samples, sampleRateHz } = await speaker.speak(text)
    // Nothing is wrong with it but that it begins with a dash.
    await writeWav(at(`voices/${index === 0 ? '-0' : '1'}.wav`), samples, sampleRateHz)
    // A burst of noise that nobody misses.
    const from = Math.round(samples.length / 2)
    for (let place = from; place < from + sampleRateHz; place++) {
      samples[place] = (place * 7919) % 2000 > 1000 ? 0.4 : -0.4
    }
    await writeWav(at(`broken/${index}.wav`), samples, sampleRateHz)
  }
  await writeFile(at('empty.txt'), '')
})
afterAll(() => rm(repository, { recursive: true }))

const shell = (
  command: string,
  args: string[],
  env: Record<string, string>,
  cwd = repository,
): Promise<Ran> => shellIn(command, args, { env, cwd, tools })

async function tool(name: string, script: string): Promise<void> {
  await writeFile(path.join(tools, name), `#!/usr/bin/env bash\nset -euo pipefail\n${script}\n`)
  await chmod(path.join(tools, name), 0o755)
}

/** With these a shell that put a value into its own text would make the file "pwned". */
const treacherous = '$(touch pwned)`touch pwned`"; touch pwned; "\''
const wasTaken = () =>
  readFile(at('pwned')).then(
    () => true,
    () => false,
  )

describe('the GitHub action', () => {
  let action: Action

  beforeAll(async () => {
    action = await readAction()
  })

  test('nothing is put into the text of a shell', () => {
    expect(action.runs.using).toBe('composite')
    const scripts = action.runs.steps.filter(({ run }) => run !== undefined)
    expect(scripts.length).toBeGreaterThan(0)
    for (const { run, shell: name } of scripts) {
      expect(name).toBe('bash')
      expect(run).not.toContain('${{')
    }
  })

  test('every input reaches the audit, and no other', () => {
    const { env = {} } = action.runs.steps.find(({ id }) => id === 'audit')!
    const passed = Object.entries(env).filter(([name]) => name.startsWith('INPUT_'))
    const names = Object.keys(action.inputs).filter((name) => name !== 'cache')
    expect(passed).toEqual(
      names.map((name) => [`INPUT_${name.toUpperCase().replaceAll('-', '_')}`, `\${{ inputs.${name} }}`]),
    )
  })

  const runAction = (inputs: Record<string, string>) =>
    runActionIn(action, inputs, { workspace: repository, tools })

  test('passes a good batch, and says so in the summary', async () => {
    const { status, outputs, summary } = await runAction({ paths: 'voices', checks: 'quality' })
    expect(status).toBe(0)
    expect(outputs).toMatch(/^key=[0-9a-f]{64}\nexit-code=0\n$/)
    expect(summary).toContain('Passed&#58; 0 of 2 files')
  })

  test('fails a bad one with annotations on its files, and writes the report', async () => {
    const { status, output, outputs } = await runAction({
      paths: 'voices/-0.wav\r\n\nbroken\n',
      checks: 'quality',
      junit: 'report.xml',
    })
    expect(status).toBe(1)
    expect(outputs).toContain('exit-code=1')
    const errors = output.split('\n').filter((line) => line.startsWith('::error '))
    expect(errors.map((line) => /file=([^,]+)/.exec(line)?.[1])).toEqual(['broken/0.wav', 'broken/1.wav'])
    const report = parseXml(await readFile(at('report.xml'), 'utf8'))
    expect(faultsAgainst(antSchema, report)).toEqual([])
    expect(report.children[0].attributes).toMatchObject({ name: 'quality', tests: '3', failures: '2' })
  })

  test('a recorded batch passes, and one new fault fails', async () => {
    const record = await runCli(['run', '--json', '--checks', 'quality', 'broken/0.wav', 'voices/1.wav'], {
      cwd: repository,
      env: { AUDIO_AUDIT_CACHE: at(FINDINGS) },
    })
    await writeFile(at('baseline.json'), record.stdout)
    const inputs = { checks: 'quality', baseline: 'baseline.json' }
    expect((await runAction({ ...inputs, paths: 'broken/0.wav\nvoices/1.wav' })).status).toBe(0)
    expect((await runAction({ ...inputs, paths: 'broken/0.wav\nbroken/1.wav' })).status).toBe(1)
    expect(
      (await runAction({ ...inputs, paths: 'broken/0.wav\nbroken/1.wav', 'max-flagged': '1' })).status,
    ).toBe(0)
  })

  test.each(['paths', 'checks', 'scripts', 'baseline', 'fail-on', 'max-flagged', 'threshold'])(
    'what %s holds is never run',
    async (name) => {
      const { status } = await runAction({ paths: 'voices', checks: 'quality', [name]: treacherous })
      expect(status).toBe(2)
      expect(await wasTaken()).toBe(false)
    },
  )

  test.each(['', '\n', 'empty.txt', 'nowhere'])('nothing to audit is not success: %j', async (paths) => {
    const { status, outputs } = await runAction({ paths, checks: 'quality' })
    expect(status).toBe(2)
    expect(outputs).toContain('exit-code=2')
  })

  test('installs where nothing is installed, and only there', async () => {
    const { run } = action.runs.steps.filter(({ run: script }) => script?.includes('install.sh')).at(-1)!
    await mkdir(at('action/ci'), { recursive: true })
    for (const name of ['install.sh', 'installed-key.sh']) {
      await writeFile(at(`action/ci/${name}`), await readFile(path.join(root, 'ci', name)))
    }
    await tool(
      'npm',
      `echo "npm $*"; mkdir -p dist/cli node_modules packages/models/weights packages/runtime/bin .cache
      touch dist/cli/main.js packages/models/weights/a.onnx packages/runtime/bin/a.node packages/runtime/.upstream .cache/a`,
    )
    const env = { GITHUB_ACTION_PATH: at('action'), GITHUB_OUTPUT: at('output') }
    const key = async () => {
      await writeFile(at('output'), '')
      expect((await shell('bash', ['-e', at('action/ci/installed-key.sh')], env)).status).toBe(0)
      return readFile(at('output'), 'utf8')
    }
    const before = await key()
    expect(await shell('bash', ['-e', '-c', run!], env)).toEqual({
      status: 0,
      output: 'npm ci --no-audit --no-fund\n',
    })
    expect(await shell('bash', ['-e', '-c', run!], env)).toEqual({ status: 0, output: '' })
    // What installing made is no part of the key; the code is.
    expect(await key()).toBe(before)
    await writeFile(at('action/ci/more.sh'), '')
    expect(await key()).not.toBe(before)
    await rm(path.join(tools, 'npm'))
  })
})

describe('the GitLab template', () => {
  interface Job {
    variables: Record<string, string>
    script: string[]
    artifacts: { reports: { junit: string } }
    cache: { paths: string[] }
  }
  let job: Job

  beforeAll(async () => {
    job = parse(await readFile(path.join(root, 'ci/gitlab.yml'), 'utf8'))['.audio-audit']
    await tool(
      'npx',
      `[[ "$1 $2 $3" = "--yes --package=the-package --" ]]; shift 4; exec node "${program}" "$@"`,
    )
  })

  const runJob = (variables: Record<string, string>, name = 'bash') => {
    const given: Record<string, string> = {
      ...job.variables,
      AUDIO_AUDIT_PACKAGE: 'the-package',
      CI_PROJECT_DIR: repository,
      ...variables,
    }
    given.AUDIO_AUDIT_CACHE = given.AUDIO_AUDIT_CACHE.replace('$CI_PROJECT_DIR', repository)
    const strict = name === 'bash' ? ['-eo', 'pipefail'] : ['-e']
    return shell(name, [...strict, '-c', job.script.join('\n')], given)
  }

  test.each(['bash', 'sh'])('passes a good batch and fails a bad one under %s', async (name) => {
    const good = await runJob({ AUDIO_AUDIT_PATHS: 'voices', AUDIO_AUDIT_CHECKS: 'quality' }, name)
    expect(good).toMatchObject({ status: 0 })
    const bad = await runJob(
      { AUDIO_AUDIT_PATHS: 'voices\nbroken/0.wav\n', AUDIO_AUDIT_CHECKS: 'quality' },
      name,
    )
    expect(bad.status).toBe(1)
    const report = parseXml(await readFile(at(job.artifacts.reports.junit), 'utf8'))
    expect(faultsAgainst(antSchema, report)).toEqual([])
    expect(report.children[0].attributes).toMatchObject({ tests: '3', failures: '1' })
  })

  test('each variable is an option', async () => {
    await tool('npx', 'shift 4; printf "%s\\n" "$@"')
    const names = Object.keys(job.variables).filter((name) => !/_(PACKAGE|PATHS|CACHE)$/.test(name))
    const { output } = await runJob({
      ...Object.fromEntries(names.map((name) => [name, '-x y'])),
      AUDIO_AUDIT_PATHS: '--help\na b.wav',
    })
    expect(output.trimEnd().split('\n')).toEqual([
      'run',
      '--quiet',
      '--junit=audio-audit-junit.xml',
      ...names.map((name) => `--${name.replace('AUDIO_AUDIT_', '').toLowerCase().replace('_', '-')}=-x y`),
      '--',
      '--help',
      'a b.wav',
    ])
    const all = [...names, 'AUDIO_AUDIT_PATHS'].map((name) => [name, treacherous])
    expect((await runJob(Object.fromEntries(all))).output.split(treacherous)).toHaveLength(all.length + 1)
    expect(await wasTaken()).toBe(false)
  })
})

describe('the pre-commit hook', () => {
  interface Hook {
    entry: string
    args: string[]
    files: string
    require_serial: boolean
  }
  let hook: Hook

  beforeAll(async () => {
    const hooks = parse(await readFile(path.join(root, '.pre-commit-hooks.yaml'), 'utf8'))
    expect(hooks).toHaveLength(1)
    hook = hooks[0]
    await tool('audio-audit', `exec node "${program}" "$@"`)
  })

  /** As pre-commit does: the entry split into words, its arguments, then the files of the commit that it is for. */
  const commit = (...staged: string[]) => {
    const files = staged.filter((name) => new RegExp(hook.files).test(name))
    const [command, ...words] = hook.entry.split(' ')
    return shell(command, [...words, ...hook.args, ...files], { AUDIO_AUDIT_CACHE: at(FINDINGS) })
  }

  test('one good file can be committed', async () => {
    expect((await commit('voices/1.wav', 'README.md')).status).toBe(0)
  })

  test('a bad one cannot, and the log says why', async () => {
    const { status, output } = await commit('voices/1.wav', 'broken/0.wav')
    expect(status).toBe(1)
    expect(output).toMatch(/To regenerate:\n {2}0\.wav\n {4}quality: /)
  })

  test('a name that begins with a dash is a name', async () => {
    await writeFile(at('--help.wav'), await readFile(at('voices/1.wav')))
    expect((await commit('--help.wav')).output).toMatch(/; score \d/)
  })

  test('all of a commit go to one process', () => {
    expect(hook.require_serial).toBe(true)
  })
})
