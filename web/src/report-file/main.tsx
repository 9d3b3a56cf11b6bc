// The report in one file, without a service: see src/cli/html.
import { render } from 'preact'
import { REPORT_DATA_ID, type ReportFileData } from '../../../src/report/report-file.js'
import { ReportFile } from './ReportFile.js'
import '../styles/typeface.css'
import '../styles/tokens.css'
import '../derived/kinds.css'
import '../styles/base.css'
import '../styles/shell.css'
import '../styles/report.css'

const data: ReportFileData = JSON.parse(document.getElementById(REPORT_DATA_ID)!.textContent!)
render(<ReportFile data={data} />, document.getElementById('app')!)
