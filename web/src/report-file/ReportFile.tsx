import type { ReportFileData } from '../../../src/report/report-file.js'
import type { Audit } from '../api/audit.js'
import { counted } from '../parts/numbers.js'
import { Report } from '../report/Report.js'
import { Brand } from '../shell/Brand.js'
import { embeddedSound } from './embedded-sound.js'
import { pageDesk } from './page-desk.js'

export function ReportFile({ data }: { data: ReportFileData }) {
  return (
    <>
      <header class="top">
        <span class="brand">
          <Brand />
        </span>
      </header>
      <main id="main" tabIndex={-1}>
        <Report audit={data.audit as Audit} sound={embeddedSound(data)} desk={pageDesk}>
          {() => (
            <section class="card" aria-labelledby="file-title">
              <h2 id="file-title">About this file</h2>
              <p>
                The report, its data and the sound around each fault are in this one file. It loads nothing
                and sends nothing. Whoever you give it to can read the scripts and play the excerpts.
              </p>
              {data.placesLeftOut > 0 && (
                <p>
                  {counted(data.placesLeftOut, 'fault')} {data.placesLeftOut === 1 ? 'is' : 'are'} listed
                  without sound, to keep the file small.
                </p>
              )}
            </section>
          )}
        </Report>
      </main>
    </>
  )
}
