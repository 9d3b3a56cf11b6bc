/** Why an audit was stopped before its end; nobody is to blame. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}
