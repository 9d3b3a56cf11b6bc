// action.yml as GitHub's runner runs it: contexts filled in, steps in order, "uses" left out, files for outputs and the summary.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Step {
  id?: string
  if?: string
  uses?: string
  shell?: string
  run?: string
  env?: Record<string, string>
  with?: Record<string, string>
}

export interface Action {
  inputs: Record<string, { default?: string; required?: boolean; description: string }>
  outputs: Record<string, { value: string }>
  runs: { using: string; steps: Step[] }
}

export interface Ran {
  status: number | null
  output: string
}

export async function readAction(): Promise<Action> {
  return parse(await readFile(path.join(root, 'action.yml'), 'utf8'))
}

/** `tools` is a folder whose programs come before all others. */
export async function shell(
  command: string,
  args: string[],
  { env, cwd, tools }: { env: Record<string, string>; cwd: string; tools?: string },
): Promise<Ran> {
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH: [tools ?? [], process.env.PATH ?? []].flat().join(path.delimiter),
      HOME: process.env.HOME ?? '/tmp',
      // As in run-cli.ts.
      AUDIO_AUDIT_WORKERS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const [status] = await once(child, 'close')
  return { status, output }
}

export async function runAction(
  action: Action,
  inputs: Record<string, string>,
  { workspace, tools }: { workspace: string; tools?: string },
): Promise<Ran & { outputs: string; summary: string }> {
  const at = (name: string) => path.join(workspace, name)
  const files = { GITHUB_OUTPUT: at('output'), GITHUB_STEP_SUMMARY: at('summary') }
  await mkdir(at('.temp'), { recursive: true })
  for (const file of Object.values(files)) await writeFile(file, '')
  const values: Record<string, string> = { 'runner.temp': at('.temp'), 'github.action_path': root }
  for (const [name, input] of Object.entries(action.inputs)) {
    values[`inputs.${name}`] = inputs[name] ?? input.default ?? ''
  }
  const filled = (text: string) =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
      if (!(name in values)) throw new Error(`nobody gives ${name}`)
      return values[name]
    })
  let ran: Ran = { status: 0, output: '' }
  for (const { run, env = {} } of action.runs.steps) {
    if (run === undefined) continue
    const script = at('step.sh')
    await writeFile(script, run)
    const given = Object.entries(env).map(([name, text]) => [name, filled(text)])
    const step = await shell('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
      cwd: workspace,
      ...(tools && { tools }),
      env: {
        ...Object.fromEntries(given),
        ...files,
        GITHUB_ACTION_PATH: root,
        GITHUB_WORKSPACE: workspace,
        GITHUB_ACTIONS: 'true',
      },
    })
    ran = { status: step.status, output: ran.output + step.output }
    if (step.status !== 0) break
  }
  return {
    ...ran,
    outputs: await readFile(files.GITHUB_OUTPUT, 'utf8'),
    summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8'),
  }
}
