import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'
import { renderPart } from '#web/render-part.tsx'
import { RecordFormFrame } from './record-form-frame.tsx'
import { TextFields } from './text-fields.tsx'
import { NO_TEXTS, type TypedTexts } from './texts.ts'
import { useRecordForm } from './use-record-form.ts'

const MAX_LENGTH = 10
const RYE: TypedTexts = { ...NO_TEXTS, 'names.fi': 'Ruisleipä', 'names.sv': 'Rågbröd' }

type Save = (typed: TypedTexts) => Promise<TypedTexts>

function Texts({ values, save }: { values: TypedTexts; save: Save }) {
  const form = useRecordForm<TypedTexts, TypedTexts>({
    values,
    revision: 1,
    check: typed =>
      Object.entries(typed)
        .filter(([, text]) => text.length > MAX_LENGTH)
        .map(([field]) => ({ field, text: 'Too long' })),
    save,
    read: saved => ({ values: saved, revision: 2 }),
  })
  return (
    <RecordFormFrame title="Bread" form={form} getLabel={field => field}>
      <TextFields title="Names" form={form} />
    </RecordFormFrame>
  )
}

function renderTexts(values = RYE) {
  const save = vi.fn<Save>(async typed => typed)
  const user = renderPart(
    <NoticesProvider label="Notices" productLabel="Products">
      <Texts values={values} save={save} />
    </NoticesProvider>,
  )
  return { user, save }
}

const tab = (name: string) => screen.getByRole('tab', { name })
const getSelectedTab = () => screen.getByRole('tab', { selected: true }).textContent
const name = (language: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `Name in ${language}` })

test('one language is shown at a time, and its panel is named after the tab', async () => {
  const { user } = renderTexts()
  expect(screen.getAllByRole('textbox').map(box => box.lang)).toEqual(['fi', 'fi'])
  await user.click(tab('Svenska'))
  expect(screen.getAllByRole('textbox').map(box => box.lang)).toEqual(['sv', 'sv'])
  const panel = screen.getByRole('tabpanel', { name: 'Svenska' })
  expect(tab('Svenska').getAttribute('aria-controls')).toBe(panel.id)
  expect(name('Swedish').value).toBe('Rågbröd')
})

test('arrow keys, Home and End move between the languages; only the selected tab is in the tab order', async () => {
  const { user } = renderTexts()
  await user.click(tab('Suomi'))
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(tab('Svenska'))
  expect(getSelectedTab()).toContain('Svenska')
  await user.keyboard('{End}')
  expect(getSelectedTab()).toContain('English')
  await user.keyboard('{ArrowRight}')
  expect(getSelectedTab()).toContain('Suomi')
  await user.keyboard('{Home}{ArrowLeft}')
  expect(getSelectedTab()).toContain('English')
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
  await user.tab()
  expect(document.activeElement).toBe(name('English'))
})

test('a tab says in words that its text is missing, until it is written', async () => {
  const { user } = renderTexts()
  expect(screen.getAllByRole('tab').map(each => each.textContent)).toEqual(['Suomi ', 'Svenska ', 'English missing'])
  await user.click(tab('English missing'))
  await user.type(name('English'), 'Rye')
  expect(tab('English')).toBeDefined()
})

test('a save that a hidden language prevents shows that language, and the focus is in its field', async () => {
  const { user, save } = renderTexts()
  await user.click(tab('English missing'))
  await user.type(name('English'), 'Dark rye bread')
  await user.click(tab('Suomi'))
  await user.keyboard('{Control>}s{/Control}')
  expect(save).not.toHaveBeenCalled()
  expect(getSelectedTab()).toBe('English error')
  expect(document.activeElement).toBe(name('English'))
  expect(name('English').getAttribute('aria-invalid')).toBe('true')
  await user.clear(name('English'))
  await user.type(name('English'), 'Rye')
  await user.keyboard('{Control>}s{/Control}')
  expect(save).toHaveBeenCalledExactlyOnceWith({ ...RYE, 'names.en': 'Rye' }, 1)
})

test('while the shown language has a problem too, it stays, and the summary leads to the others', async () => {
  const { user } = renderTexts({ ...RYE, 'names.fi': 'Tumma ruisleipä', 'names.en': 'Dark rye bread' })
  await user.type(name('Finnish'), 'ä')
  await user.keyboard('{Control>}s{/Control}')
  expect(getSelectedTab()).toBe('Suomi error')
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  await user.click(screen.getByRole('button', { name: 'names.en: Too long' }))
  expect(document.activeElement).toBe(name('English'))
  // Found once, it does not hold the tab.
  await user.click(tab('Svenska'))
  expect(getSelectedTab()).toContain('Svenska')
  await user.click(screen.getByRole('button', { name: 'names.en: Too long' }))
  expect(document.activeElement).toBe(name('English'))
})

test('what was typed in a hidden language counts as unsaved, and is discarded with the rest', async () => {
  const { user } = renderTexts()
  await user.type(name('Finnish'), '!')
  await user.click(tab('Svenska'))
  expect(screen.getByText('Unsaved changes')).toBeDefined()
  // The bar has just appeared, and ignores taps for a moment.
  screen.getByRole('button', { name: 'Discard' }).focus()
  await user.keyboard('{Enter}')
  await user.click(tab('Suomi'))
  expect(name('Finnish').value).toBe('Ruisleipä')
})
