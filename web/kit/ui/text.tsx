import type { HTMLAttributes, Ref } from 'react'
import css from './ui.module.css'

const VARIANT_TAGS = {
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  subtitle1: 'h6',
  body1: 'p',
  body2: 'p',
  caption: 'span',
  amount: 'span',
} as const

type TextProps = HTMLAttributes<HTMLElement> & {
  /** The type of the design; without `as` it also decides the element. */
  variant?: keyof typeof VARIANT_TAGS
  as?: 'p' | 'span' | 'div' | 'h1' | 'h2' | 'h3' | 'h4' | 'dt' | 'dd' | 'label' | 'figcaption' | 'address' | 'li'
  /** Less important than the text around it. */
  soft?: boolean
  ref?: Ref<HTMLHeadingElement & HTMLParagraphElement>
}

/** A text in one of the design's types, without margins of its own. */
export function Text({ variant = 'body1', as, soft = false, className, ...props }: TextProps) {
  // Every one of these elements has the attributes and the ref of any other.
  const Tag = (as ?? VARIANT_TAGS[variant]) as 'p'
  return <Tag {...props} className={joinClasses(css.text, css[variant], soft && css.soft, className)} />
}

/** The class names that apply, as one attribute. */
export const joinClasses = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ')
