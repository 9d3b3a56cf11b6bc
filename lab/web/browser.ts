import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where a browser lies; undefined when there is none on this machine. */
export const browserPath = [process.env.CHROMIUM ?? [], usual].flat().find((path) => existsSync(path))

if (!browserPath) {
  console.warn(
    '\n*** SKIPPED: no Chromium on this machine, so the web app was NOT tried in a browser. Install Debian package "chromium" or set CHROMIUM. ***\n',
  )
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath!,
    // Chromium refuses its sandbox to root, and sound without a gesture.
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', '--mute-audio'],
  })
}
