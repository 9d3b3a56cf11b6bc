import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { usePrinting } from '../../parts/use-printing.js'

/** Rows kept ready above and below what is seen. */
const SPARE_ROWS = 6

interface VirtualListProps<Item> {
  label: string
  /** Stays above the rows while they scroll, as wide as they are. */
  head: ComponentChildren
  items: Item[]
  rowHeight: number
  keyOf: (item: Item) => number
  /** Scrolled into view when it changes. */
  shownKey: number | null
  row: (item: Item) => ComponentChildren
}

/** A list of rows of one height, of which only those in sight exist; on paper all are. */
export function VirtualList<Item>({
  label,
  head,
  items,
  rowHeight,
  keyOf,
  shownKey,
  row,
}: VirtualListProps<Item>) {
  const box = useRef<HTMLDivElement>(null)
  const headBox = useRef<HTMLDivElement>(null)
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
    const roomPx = clientHeight - headBox.current!.offsetHeight
    const isAbove = at * rowHeight < scrollTop
    const isBelow = (at + 1) * rowHeight > scrollTop + roomPx
    if (at >= 0 && (isAbove || isBelow)) box.current!.scrollTop = (at + 0.5) * rowHeight - roomPx / 2
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
      <div class="virtual-head" ref={headBox}>
        {head}
      </div>
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
  const pressed = event.target as HTMLElement
  const here = pressed.closest('li')
  const wanted = Number(here?.getAttribute('aria-posinset')) + step
  const buttons = here?.parentElement?.querySelectorAll<HTMLElement>(`li[aria-posinset="${wanted}"] button`)
  // From button to the same button of the next row.
  const place = [...(here?.querySelectorAll<HTMLElement>('button') ?? [])].indexOf(pressed)
  const next = buttons?.[Math.max(0, place)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
