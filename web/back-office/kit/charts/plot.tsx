import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'

const PLOT_HEIGHT_PX = 220
const TOP_PX = 8
const BOTTOM_PX = 26
const FONT_PX = 13
/** A figure of this size is at most so wide. */
const CHARACTER_PX = 7.4
const TICK_GAP_PX = 14
const VALUE_TICKS = 4
/** Until the width is measured. */
const USUAL_WIDTH_PX = 320

const labelStyles = { fill: 'var(--text-secondary)', fontSize: FONT_PX, fontFamily: 'inherit' } as const

export type ChartColumn = {
  key: string
  /** In full, as its values are read. */
  name: string
  /** Below the column. */
  tick: string
  /** Undefined: still to come. */
  now: number | undefined
  before?: number | undefined
  /** The page of what it counts. */
  to?: string | undefined
}

type PlotProps = {
  columns: readonly ChartColumn[]
  hasBefore: boolean
  /** The place of the column whose values are shown. */
  picked: number
  formatTick: (value: number) => string
  onPick: (index: number) => void
  /** A press of the mouse on a column. A finger first shows its values. */
  onOpen: (index: number) => void
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(USUAL_WIDTH_PX)
  useEffect(() => {
    const box = frame.current
    if (!box) return undefined
    const observer = new ResizeObserver(() => setWidth(box.clientWidth || USUAL_WIDTH_PX))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { frame, width }
}

const valuesIn = (columns: readonly ChartColumn[]) => columns.flatMap(({ now, before }) => [now ?? 0, before ?? 0])

/** Where the columns and the axes are. */
function getScales(columns: readonly ChartColumn[], width: number, formatTick: PlotProps['formatTick']) {
  const values = valuesIn(columns)
  const domain = [Math.min(0, ...values), Math.max(0, ...values) || 1]
  const y = scaleLinear({ domain, range: [PLOT_HEIGHT_PX - BOTTOM_PX, TOP_PX], nice: VALUE_TICKS })
  const longest = Math.max(...y.ticks(VALUE_TICKS).map(tick => formatTick(tick).length))
  const left = Math.ceil(longest * CHARACTER_PX) + TICK_GAP_PX
  const keys = columns.map(({ key }) => key)
  const x = scaleBand({ domain: keys, range: [left, Math.max(left + 1, width)], paddingInner: 0.25, paddingOuter: 0.1 })
  const tickPx = Math.max(...columns.map(({ tick }) => tick.length)) * CHARACTER_PX + TICK_GAP_PX
  return { x, y, left, nameTicks: Math.max(1, Math.floor((width - left) / tickPx)) }
}

/** Draws the columns. All that it shows is read and reached in its frame: see `ColumnChart`. */
export function Plot({ columns, hasBefore, picked, formatTick, onPick, onOpen }: PlotProps) {
  const { frame, width } = useWidth()
  const pattern = useId()
  const { x, y, left, nameTicks } = getScales(columns, width, formatTick)
  const indexAt = (event: PointerEvent) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left - left
    return Math.min(columns.length - 1, Math.max(0, Math.floor(at / x.step())))
  }
  const ticks = new Map(columns.map(({ key, tick }) => [key, tick]))
  const pickedKey = columns[picked]?.key
  const bar = (key: string, value: number, place: 'now' | 'before') => {
    const half = x.bandwidth() / (hasBefore ? 2 : 1)
    const [from, to] = [y(Math.max(0, value)), y(Math.min(0, value))]
    return {
      x: (x(key) ?? 0) + (place === 'now' && hasBefore ? half : 0),
      y: from,
      width: Math.max(1, half - (hasBefore ? 1 : 0)),
      // Any value is visible, however small.
      height: value === 0 ? 0 : Math.max(2, to - from),
    }
  }
  return (
    <div
      ref={frame}
      onPointerMove={event => onPick(indexAt(event))}
      onPointerDown={event => onPick(indexAt(event))}
      onClick={event => {
        const { pointerType } = event.nativeEvent as globalThis.PointerEvent // a click is one in each browser that we support
        if (pointerType === 'mouse') onOpen(picked)
      }}
      style={{ touchAction: 'pan-y', cursor: columns[picked]?.to === undefined ? undefined : 'pointer' }}
    >
      <svg
        width={width}
        height={PLOT_HEIGHT_PX}
        aria-hidden="true"
        style={{ display: 'block', forcedColorAdjust: 'none', printColorAdjust: 'exact' }}
      >
        <pattern id={pattern} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2" height="5" fill="var(--primary-main)" />
        </pattern>
        {pickedKey !== undefined && (
          <rect
            x={(x(pickedKey) ?? 0) - (x.step() - x.bandwidth()) / 2}
            y={0}
            width={x.step()}
            height={PLOT_HEIGHT_PX - BOTTOM_PX}
            fill="var(--surface-mist)"
            stroke="var(--divider)"
          />
        )}
        <GridRows scale={y} left={left} width={width - left} numTicks={VALUE_TICKS} stroke="var(--divider)" />
        {columns.map(({ key, before = 0 }) =>
          hasBefore ? (
            <Bar key={key} {...bar(key, before, 'before')} fill={`url(#${pattern})`} stroke="var(--primary-main)" />
          ) : null,
        )}
        {columns.map(({ key, now = 0 }) => (
          <Bar key={key} {...bar(key, now, 'now')} fill="var(--primary-main)" />
        ))}
        <AxisLeft
          scale={y}
          left={left}
          numTicks={VALUE_TICKS}
          tickFormat={value => formatTick(Number(value))}
          hideAxisLine
          hideTicks
          tickLabelProps={{ ...labelStyles, textAnchor: 'end', verticalAnchor: 'middle', dx: -2 }}
        />
        <AxisBottom
          scale={x}
          top={PLOT_HEIGHT_PX - BOTTOM_PX}
          numTicks={nameTicks}
          tickFormat={key => ticks.get(key) ?? ''}
          stroke="var(--text-secondary)"
          tickStroke="var(--text-secondary)"
          tickLength={4}
          tickLabelProps={{ ...labelStyles, textAnchor: 'middle', dy: 2 }}
        />
      </svg>
    </div>
  )
}
