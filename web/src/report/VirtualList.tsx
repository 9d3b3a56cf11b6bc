import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { usePrinting } from '../parts/use-printing.js'

/** Rows kept ready above and below what is seen. */
const SPARE_ROWS = 6

interface VirtualListProps<Item> {
  label: string
  items: Item[]
  rowHeight: number
  keyOf: (item: Item) => number
  /** Scrolled into view when it changes. */
  shownKey: number | null
  row: (item: Item) => ComponentChildren
}

/** A list of rows of one height, of which only those in sight exist; on paper all are. */
export function VirtualList<Item>({ label, items, rowHeight, keyOf, shownKey, row }: VirtualListProps<Item>) {
  const box = useRef<HTMLDivElement>(null)
  const isPrinting = usePrinting()
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setHeight(box.current?.clientHeight ?? 0))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const at = items.findIndex((item) => keyOf(item) === shownKey)
    const { scrollTop, clientHeight } = box.current!
    const isAbove = at * rowHeight < scrollTop
    const isBelow = (at + 1) * rowHeight > scrollTop + clientHeight
    if (at >= 0 && (isAbove || isBelow)) box.current!.scrollTop = (at + 0.5) * rowHeight - clientHeight / 2
  }, [shownKey, items, keyOf, rowHeight])
  const first = isPrinting ? 0 : Math.max(0, Math.floor(top / rowHeight) - SPARE_ROWS)
  const last = isPrinting
    ? items.length
    : Math.min(items.length, Math.ceil((top + height) / rowHeight) + SPARE_ROWS)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go between the buttons inside
    <div
      class="virtual-list"
      ref={box}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={moveBetweenRows}
    >
      <ul aria-label={label} style={isPrinting ? {} : { height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, offset) => (
          <li
            key={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={first + offset + 1}
            style={
              isPrinting
                ? {}
                : {
                    transform: `translateY(${(first + offset) * rowHeight}px)`,
                    height: `${rowHeight}px`,
                  }
            }
          >
            {row(item)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function moveBetweenRows(event: KeyboardEvent) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const here = (event.target as HTMLElement).closest('li')
  const wanted = Number(here?.getAttribute('aria-posinset')) + step
  const next = here?.parentElement?.querySelector<HTMLElement>(`li[aria-posinset="${wanted}"] button`)
  if (!next) return
  event.preventDefault()
  next.focus()
}
