import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { optionsIn } from '../../src/cli/completion.js'
import { runCli } from './run-cli.js'

const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0

/** What bash offers for a line that is typed so far. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout: script } = await runCli(['completion', 'bash'])
  const typed = words.map((word) => `'${word}'`).join(' ')
  const ask = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _audio_audit; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${ask}`], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.trim().split('\n')
}

test('bash completes commands and options', async () => {
  expect(await offered('audio-audit', 'd')).toEqual(['doctor'])
  expect(await offered('audio-audit', '')).toEqual(
    expect.arrayContaining(['run', 'hear', 'serve', 'keys', 'credits', 'labels', 'doctor', 'completion']),
  )
  expect(await offered('audio-audit', 'run', '--thr')).toEqual(['--threshold'])
  expect(await offered('audio-audit', 'doctor', '--')).toEqual(['--json', '--help'])
  // A file: the shell's own business.
  expect(await offered('audio-audit', 'run', 'samp')).toEqual([''])
})

test.each(['bash', 'zsh', 'fish'])('%s understands its script', async (shell) => {
  const { status, stdout } = await runCli(['completion', shell])
  expect(status).toBe(0)
  expect(stdout).toContain('threshold')
  if (isThere(shell)) {
    // Through a pipe of the shell: Node's own is a socket, of which fish reads no script.
    const { stderr } = spawnSync('sh', ['-c', `cat | ${shell} -n`], { input: stdout, encoding: 'utf8' })
    expect(stderr).toBe('')
  }
})

test('fish, where it is installed, completes commands and options', async () => {
  if (!isThere('fish')) return
  const { stdout: script } = await runCli(['completion', 'fish'])
  const offers = (line: string) => {
    const { stdout } = spawnSync('fish', ['-c', `${script}\ncomplete -C '${line}'`], { encoding: 'utf8' })
    return stdout
      .trim()
      .split('\n')
      .map((offer) => offer.split('\t')[0])
  }
  expect(offers('audio-audit d')).toEqual(['doctor'])
  expect(offers('audio-audit run --thr')).toEqual(['--threshold'])
})

test('another shell is refused by name', async () => {
  const { status, stderr } = await runCli(['completion', 'tcsh'])
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('bash, zsh, fish') })
})

test('options are those that a help tells of', () => {
  expect(optionsIn('Usage: x [--role all|api]\n  --srt DIR, --vtt DIR   a-- b\n  -h, --help')).toEqual([
    '--role',
    '--srt',
    '--vtt',
    '--help',
  ])
})
