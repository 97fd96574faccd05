import type { LeftOut } from './product-offer.ts'

/** A JSON object from outside: its values may be anything. */
export type Foreign = Readonly<Record<string, unknown>>

export const isForeign = (value: unknown): value is Foreign =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text of a foreign object; empty when there is none. */
export const foreignText = (from: Foreign, name: string): string => {
  const value = from[name]
  return typeof value === 'string' ? value : ''
}

/** What is offered of one part, and what is not. */
export type Reading<Value> = { value: Value; leftOut: Omit<LeftOut, 'part'>[] }
