import type { CSSProperties } from 'react'
import type { Drawing } from '#domain/catalogue/drawings.ts'
import css from './drawings.module.css'
import spriteUrl from './drawings.svg?url?url'

/** The background of a product drawing: a tint of its own colour, pale in light mode and deep in dark mode. */
type Tint = { readonly light: string; readonly dark: string }

const BLUE = { light: '#e3eefa', dark: '#22384f' }
const SEA = { light: '#e2eff5', dark: '#1f3b4a' }
const TEAL = { light: '#dff1f1', dark: '#1d3f41' }
const GREEN = { light: '#e4f2e1', dark: '#21402a' }
const LIME = { light: '#eef6da', dark: '#36431d' }
const LEMON = { light: '#fff4cc', dark: '#4a3f16' }
const HONEY = { light: '#fdeccb', dark: '#4b3a19' }
const CRUST = { light: '#fbeedd', dark: '#453420' }
const EARTH = { light: '#f2e6d9', dark: '#64503f' }
const SALMON = { light: '#fce5e0', dark: '#4d2d27' }
const ROSE = { light: '#fde4e8', dark: '#4c2832' }
const RED = { light: '#fce1dd', dark: '#4c2624' }
const VIOLET = { light: '#e8e4f8', dark: '#312f55' }
const STONE = { light: '#ebedee', dark: '#747b82' }

export const DRAWING_TINTS = {
  apple: LIME,
  banana: LEMON,
  beer: HONEY,
  berries: VIOLET,
  'berry-yoghurt': VIOLET,
  bread: CRUST,
  bun: CRUST,
  butter: LEMON,
  candle: HONEY,
  candy: ROSE,
  carrot: HONEY,
  cheese: LEMON,
  chicken: CRUST,
  chocolate: EARTH,
  coffee: EARTH,
  cola: RED,
  cream: ROSE,
  crispbread: CRUST,
  crisps: RED,
  cucumber: GREEN,
  'dark-bread': EARTH,
  eggs: LEMON,
  'energy-drink': LIME,
  firewood: EARTH,
  fish: SALMON,
  flour: SEA,
  herring: SEA,
  honey: HONEY,
  'ice-cream': ROSE,
  'ice-cream-tub': TEAL,
  jam: RED,
  juice: HONEY,
  lemonade: LIME,
  lingonberries: RED,
  liquorice: STONE,
  matches: BLUE,
  meat: RED,
  milk: BLUE,
  mushroom: HONEY,
  newspaper: GREEN,
  oats: SEA,
  oil: LEMON,
  onion: HONEY,
  package: CRUST,
  pasta: LEMON,
  pasty: CRUST,
  'pet-food': BLUE,
  pie: VIOLET,
  potatoes: CRUST,
  rolls: CRUST,
  salad: GREEN,
  salmon: SALMON,
  sausage: SALMON,
  shop: GREEN,
  'sliced-bread': CRUST,
  soap: TEAL,
  'soft-cheese': SEA,
  'sour-milk': GREEN,
  'squeaky-cheese': LEMON,
  strawberry: ROSE,
  tea: EARTH,
  tin: GREEN,
  'toilet-paper': SEA,
  tomato: RED,
  water: BLUE,
  whitefish: SEA,
  yoghurt: TEAL,
} as const satisfies Record<Drawing, Tint>

type ProductDrawingProps = {
  /** Without one, a plain box is drawn. */
  drawing: Drawing | null
  /** A square of this many pixels; without it the tile fills its place, 16 wide to 11 high. */
  size?: number
}

/** A drawn product on its tint. The product's name is beside it, so screen readers skip it. */
export function ProductDrawing({ drawing, size }: ProductDrawingProps) {
  const shown = drawing ?? 'package'
  const { light, dark } = DRAWING_TINTS[shown]
  const tile: CSSProperties & Record<`--${string}`, string> = {
    '--light': light,
    '--dark': dark,
    ...(size !== undefined && { width: size, height: size }),
  }
  return (
    <span aria-hidden="true" className={css.tile} style={tile}>
      <svg viewBox="0 0 64 64" focusable="false">
        <use href={`${spriteUrl}#${shown}`} />
      </svg>
    </span>
  )
}
