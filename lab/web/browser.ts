import { fileURLToPath } from 'node:url'
import { type Browser, chromium, firefox } from 'playwright-core'
import { programOf } from '../machine-parts.js'

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: programOf('Chromium'),
    // Chromium refuses its sandbox to root, and sound without a gesture.
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', '--mute-audio'],
  })
}

/** For contexts that change nothing of what the page is told of its surroundings: Firefox cannot be told otherwise over BiDi. */
export const asItIs = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null } as const

/** As its makers build it, over WebDriver BiDi, which this channel stands for. */
export function openFirefox(): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: fileURLToPath(new URL('./firefox-bridge.mjs', import.meta.url)),
    env: { ...process.env, FIREFOX_PROGRAM: programOf('Firefox') } as Record<string, string>,
    firefoxUserPrefs: { 'media.autoplay.default': 0, 'media.volume_scale': '0.0' },
  })
}
