// A word from the browser when an audit has ended while the reader is elsewhere.

/** Browsers have them on https and on this machine alone. */
export function mayBeAsked(): boolean {
  return 'Notification' in globalThis && Notification.permission !== 'denied'
}

/** Whether the reader lets us. */
export async function askToNotify(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

/** Only who does not see the page needs it. */
export function notifyIfAway(title: string): void {
  if (document.hidden && 'Notification' in globalThis && Notification.permission === 'granted') {
    const note = new Notification(title)
    note.onclick = () => {
      focus()
      note.close()
    }
  }
}
