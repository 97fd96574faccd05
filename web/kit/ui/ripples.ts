const RIPPLE_MS = 550

/** A circle grows from the finger over the pressed button: over its `::after`, which has no picture of its own. */
function startRipple({ target, clientX, clientY, isPrimary }: PointerEvent): void {
  const button = target instanceof Element && target.closest('[data-ripples]')
  if (!isPrimary || !button || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { left, top } = button.getBoundingClientRect()
  const middle = `${clientX - left}px ${clientY - top}px`
  button.animate(
    { clipPath: [`circle(0 at ${middle})`, `circle(100% at ${middle})`], opacity: [0.3, 0] },
    { duration: RIPPLE_MS, easing: 'cubic-bezier(0.4, 0, 0.2, 1)', pseudoElement: '::after' },
  )
}

/** Shows each press of a button of the kit. */
export const startRipples = (): void => addEventListener('pointerdown', startRipple, { passive: true })
