// How long things are kept, who is believed, what is told, and how it stops.
import { isIP } from 'node:net'
import { MOST, oneOf, setting, text, whole } from './setting.js'

/** An address or a range of them, or one of the names that the web framework knows ranges by. */
function isProxyAddress(text: string): boolean {
  const [address, ...rest] = text.trim().split('/')
  const isRange = rest.length === 0 || (rest.length === 1 && /^\d{1,3}$/.test(rest[0]))
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text.trim()) || (isIP(address) !== 0 && isRange)
}

export const operation = {
  audioDays: setting({
    variable: 'AUDIO_RETENTION_DAYS',
    ...whole(1, 36_500),
    default: '30',
    description: 'Days after which stored audio is deleted; results stay.',
  }),
  findingsDays: setting({
    variable: 'FINDINGS_RETENTION_DAYS',
    ...whole(1, 36_500),
    default: '90',
    description:
      'Days after which findings that no audit has asked for are dropped, and the discount with them.',
  }),
  idempotencyDays: setting({
    variable: 'IDEMPOTENCY_DAYS',
    ...whole(1, 365),
    default: '1',
    description: 'Days for which an Idempotency-Key is kept.',
  }),
  audioLinkHours: setting({
    variable: 'AUDIO_LINK_HOURS',
    ...whole(1, 8760),
    default: '24',
    description: 'Hours for which links in audioUrls work.',
  }),
  requestsPerKey: setting({
    variable: 'RATE_LIMIT_PER_KEY',
    ...whole(1, 1_000_000),
    default: '120',
    description: 'Requests a minute with one key.',
  }),
  requestsPerAddress: setting({
    variable: 'RATE_LIMIT_PER_ADDRESS',
    ...whole(1, 1_000_000),
    default: '300',
    description: 'Requests a minute from one address.',
  }),
  trustProxy: setting({
    variable: 'TRUST_PROXY',
    schema: text
      .refine((given) => given === 'true' || given === 'false' || given.split(',').every(isProxyAddress))
      .transform((given) => (given === 'true' ? true : given === 'false' ? false : given)),
    expects: 'true, false, or addresses of proxies separated by commas',
    default: 'false',
    description:
      "Whose X-Forwarded-For is believed: everybody's (true), nobody's (false), or that of these addresses.",
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    ...oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    default: 'info',
    description: 'How much is logged.',
  }),
  metricsToken: setting({
    variable: 'METRICS_TOKEN',
    schema: text,
    expects: 'a text',
    description:
      'When given, /metrics wants it as a Bearer token. Without, /metrics answers this machine alone, and no proxy.',
    isSecret: true,
  }),
  metricsPort: setting({
    variable: 'METRICS_PORT',
    ...whole(0, 65535),
    description:
      'A port for /metrics alone, which the other then does not serve; 0 takes any that is free. Open to whoever reaches it, unless METRICS_TOKEN is given.',
  }),
  metricsHost: setting({
    variable: 'METRICS_HOST',
    schema: text,
    expects: 'an address',
    default: '127.0.0.1',
    description: 'Address that METRICS_PORT listens on.',
  }),
  leastFreeMb: setting({
    variable: 'MIN_FREE_DISK_MB',
    ...whole(0, MOST),
    default: '2048',
    description: 'Free MiB in the data folder under which /readyz says that the service is not ready.',
  }),
  shutdownGraceSec: setting({
    variable: 'SHUTDOWN_GRACE_SEC',
    ...whole(0, 86_400),
    default: '30',
    description:
      'Seconds that running audits have to finish when the service is told to stop; then their credits go back.',
  }),
}
