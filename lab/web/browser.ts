import { type Browser, chromium } from 'playwright-core'
import { programOf } from '../machine-parts.js'

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: programOf('Chromium'),
    // Chromium refuses its sandbox to root, and sound without a gesture.
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', '--mute-audio'],
  })
}
