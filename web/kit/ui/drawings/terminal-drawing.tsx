import css from './drawings.module.css'

type TerminalDrawingProps = {
  /** As written on the terminal: "20,13 €". */
  amount: string
  /** What the amount is: "Maksettava". */
  label: string
  /** False: no card is to be held to the terminal yet. */
  hasCard?: boolean
  /** Pixels; the height follows. */
  width?: number
}

const DISPLAY_TEXT_WIDTH = 162
const DISPLAY_MIDDLE = 140
const KEY_COLUMNS = [59, 117, 175]
const KEY_ROWS = [222, 261, 300, 339]
const KEY_COLOUR = '#45554b'
const STOP_COLOUR = '#b3261e'
const OK_COLOUR = '#3f8f46'

// A glyph of these fonts is a little wider than half its height: long amounts shrink to fit the display.
const fittingFontSize = (text: string, max: number) =>
  Math.min(max, Math.floor(DISPLAY_TEXT_WIDTH / (text.length * 0.54)))

function keyColour(column: number, row: number): string {
  if (row !== KEY_ROWS.at(-1)) return KEY_COLOUR
  if (column === KEY_COLUMNS.at(0)) return STOP_COLOUR
  return column === KEY_COLUMNS.at(-1) ? OK_COLOUR : KEY_COLOUR
}

function KeypadShape() {
  return KEY_ROWS.map(row =>
    KEY_COLUMNS.map(column => (
      <rect key={`${column}-${row}`} x={column} y={row} width="46" height="27" rx="6" fill={keyColour(column, row)} />
    )),
  )
}

// Moves twice, to show what to do; then the card rests.
const CardShape = () => (
  <g className={css.card}>
    <CardPicture />
  </g>
)

function CardPicture() {
  return (
    <g transform="rotate(12 263 58)">
      <rect x="195" y="14" width="136" height="88" rx="12" fill="#f4b942" />
      <rect x="195" y="28" width="136" height="16" fill="#8a6414" />
      <g fill="none" stroke="#8a6414" strokeWidth="4" strokeLinecap="round">
        <path d="M300 71c4 5 4 11 0 16" />
        <path d="M310 65c7 9 7 19 0 28" />
      </g>
    </g>
  )
}

function DisplayShape({ amount, label }: Pick<TerminalDrawingProps, 'amount' | 'label'>) {
  return (
    <>
      <rect x="49" y="63" width="182" height="136" rx="12" fill="#e6f3e6" />
      <g textAnchor="middle">
        <text x={DISPLAY_MIDDLE} y="122" fontSize={fittingFontSize(label, 23)} fontWeight="500" fill="#55645a">
          {label}
        </text>
        <text
          x={DISPLAY_MIDDLE}
          y="171"
          fontSize={fittingFontSize(amount, 45)}
          fontWeight="800"
          fill="#0f3d17"
          className={css.amount}
        >
          {amount}
        </text>
      </g>
    </>
  )
}

/** A payment terminal whose display shows the amount to pay, with a card held to it when it waits for one. */
export function TerminalDrawing({ amount, label, hasCard = true, width = 184 }: TerminalDrawingProps) {
  return (
    <svg
      role="img"
      aria-label={`${label} ${amount}`}
      viewBox={`0 0 ${hasCard ? 338 : 280} 422`}
      width={width}
      className={css.terminal}
    >
      <ellipse cx="140" cy="405" rx="140" ry="16" fill="#16241a" opacity="0.13" />
      <rect x="26" y="37" width="228" height="358" rx="30" fill="#22332a" stroke="#45554b" strokeWidth="2" />
      <DisplayShape amount={amount} label={label} />
      <KeypadShape />
      {hasCard && <CardShape />}
    </svg>
  )
}
