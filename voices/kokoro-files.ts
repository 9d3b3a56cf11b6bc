import { fileURLToPath } from 'node:url'

/** Kokoro-82M v1.0, quantised (https://huggingface.co/hexgrad/Kokoro-82M); `npm run build:voices` puts it here. */
export const kokoroFolder = fileURLToPath(new URL('../.cache/kokoro', import.meta.url))

/**
 * "af_heart": language a (American), female, heart. Voices of other languages (e f h i j p z) are given English
 * phonemes too and speak it with an accent.
 */
export const kokoroVoiceNames = [
  ...['alloy', 'aoede', 'bella', 'heart', 'jessica', 'kore', 'nicole', 'nova', 'river', 'sarah', 'sky'].map(
    (name) => `af_${name}`,
  ),
  ...['adam', 'echo', 'eric', 'fenrir', 'liam', 'michael', 'onyx', 'puck', 'santa'].map(
    (name) => `am_${name}`,
  ),
  ...['alice', 'emma', 'isabella', 'lily'].map((name) => `bf_${name}`),
  ...['daniel', 'fable', 'george', 'lewis'].map((name) => `bm_${name}`),
  ...['ef_dora', 'em_alex', 'em_santa', 'ff_siwis', 'hf_alpha', 'hf_beta', 'hm_omega', 'hm_psi', 'if_sara'],
  ...['im_nicola', 'jf_alpha', 'jf_gongitsune', 'jf_nezumi', 'jf_tebukuro', 'jm_kumo', 'pf_dora', 'pm_alex'],
  ...[
    'pm_santa',
    'zf_xiaobei',
    'zf_xiaoni',
    'zf_xiaoxiao',
    'zf_xiaoyi',
    'zm_yunjian',
    'zm_yunxi',
    'zm_yunxia',
  ],
  'zm_yunyang',
]
