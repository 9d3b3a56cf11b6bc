import { render } from 'preact'
import { App } from './shell/App.js'
import './styles/typeface.css'
import './styles/tokens.css'
import './derived/kinds.css'
import './styles/base.css'
import './styles/shell.css'

render(<App />, document.getElementById('app')!)
