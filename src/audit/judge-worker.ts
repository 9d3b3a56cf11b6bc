// The file that the judging thread runs. It opens no model.
import { answerWith } from './calls.js'
import { judgeTask } from './judge-task.js'
import { workInTheBackground } from './thread-priority.js'

workInTheBackground()

export default answerWith({ judge: judgeTask })
