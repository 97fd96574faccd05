import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

const QUESTION = {
  open: true,
  title: 'Remove it?',
  text: 'It is gone for good.',
  confirmText: 'Remove',
  cancelText: 'Cancel',
  onConfirm: () => undefined,
  onCancel: () => undefined,
}

const getLook = (name: string) => screen.getByRole('button', { name }).dataset['look']

test('the safe answer is the filled one, and has the focus, if the other one destroys something', () => {
  renderPart(<ConfirmDialog {...QUESTION} danger />)
  expect(getLook('Cancel')).toBe('contained')
  expect(getLook('Remove')).toBe('outlined')
  expect(document.activeElement?.textContent).toBe('Cancel')
})

test('the action itself is filled if it destroys nothing', () => {
  renderPart(<ConfirmDialog {...QUESTION} />)
  expect(getLook('Cancel')).toBe('text')
  expect(getLook('Remove')).toBe('contained')
})
