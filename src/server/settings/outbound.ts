// Where the service goes when a caller names an address: webhooks, and files that it fetches.
import { isNetwork } from '../../outbound/networks.js'
import { RETRY_SEC } from '../../webhooks/schedule.js'
import { oneOf, setting, text, whole } from './setting.js'

const MOST_RETRIES = 50
const listOf = (given: string) => given.split(',').map((each) => each.trim())

export const outbound = {
  outboundNetworks: setting({
    variable: 'OUTBOUND_NETWORKS',
    schema: text.refine((given) => listOf(given).every(isNetwork)).transform(listOf),
    expects: 'addresses or ranges such as 10.0.0.0/8, separated by commas',
    description:
      'Private networks that webhooks may be sent to, and files be fetched from. Without, only public addresses are.',
  }),
  outboundHttp: setting({
    variable: 'OUTBOUND_HTTP',
    ...oneOf('false', 'true'),
    default: 'false',
    description: 'Whether that may go over http:// as well, where anybody on the way can read it.',
  }),
  fileUrls: setting({
    variable: 'FILE_URLS',
    ...oneOf('all', 'keys', 'off'),
    default: 'all',
    description:
      'For whom files are fetched that a request names by their address: for all, for who has an API key (keys), or for nobody (off).',
  }),
  fileUrlBuckets: setting({
    variable: 'FILE_URL_BUCKETS',
    schema: text
      .refine((given) =>
        listOf(given).every((each) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/.*)?$/.test(each)),
      )
      .transform(listOf),
    expects:
      'names of buckets, each perhaps with the beginning of its keys (bucket/takes/), separated by commas',
    description:
      'Buckets of which anybody with an API key may have objects audited, as s3://BUCKET/KEY, read with the credentials of S3_BUCKET. None when not given.',
  }),
  webhookRetrySec: setting({
    variable: 'WEBHOOK_RETRY_SEC',
    schema: text
      .refine(
        (given) =>
          listOf(given).length <= MOST_RETRIES && listOf(given).every((each) => /^\d{1,7}$/.test(each)),
      )
      .transform((given) => listOf(given).map(Number)),
    expects: `at most ${MOST_RETRIES} whole numbers of seconds, separated by commas`,
    default: RETRY_SEC.join(','),
    description:
      'Pauses before a webhook that was not taken is sent again, each up to a quarter longer by chance; after the last it is given up.',
  }),
  webhookTimeoutSec: setting({
    variable: 'WEBHOOK_TIMEOUT_SEC',
    ...whole(1, 60),
    default: '15',
    description: 'Seconds in which a webhook must be answered.',
  }),
  webhookLogDays: setting({
    variable: 'WEBHOOK_LOG_DAYS',
    ...whole(1, 365),
    default: '14',
    description:
      'Days for which deliveries of webhooks are listed, and can be replayed, after they have ended.',
  }),
}
