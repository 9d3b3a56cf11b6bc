#!/usr/bin/env node
// Firefox as Playwright wants it. Playwright 1.65 sends commands of WebDriver BiDi that Firefox ESR does not have yet, and gives up
// on the first: this program stands between the two, starts the Firefox that FIREFOX_PROGRAM names with the same arguments, and
// answers those commands itself. All else goes through as it is.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

/** What they would change (colour scheme, screen) the tests in Firefox leave as it is. */
const ANSWERED_HERE = new Set(['emulation.setMediaFeaturesOverride'])
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/

const firefox = spawn(process.env.FIREFOX_PROGRAM, process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))
firefox.on('exit', (code) => process.exit(code ?? 1))

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, address] = LISTENING.exec(line) ?? []
  if (address) bridgeTo(address)
  else process.stderr.write(`${line}\n`)
})

function bridgeTo(address) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (playwright, request) => {
    const browser = new WebSocket(new URL(request.url, address), { perMessageDeflate: false })
    const early = []
    browser.on('open', () => {
      for (const message of early.splice(0)) browser.send(message)
    })
    playwright.on('message', (data) => {
      const message = String(data)
      const { id, method } = JSON.parse(message)
      if (ANSWERED_HERE.has(method)) playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
      else if (browser.readyState === WebSocket.OPEN) browser.send(message)
      else early.push(message)
    })
    browser.on('message', (data) => playwright.send(String(data)))
    browser.on('close', () => playwright.close())
    playwright.on('close', () => browser.close())
  })
  server.on('listening', () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  )
}
