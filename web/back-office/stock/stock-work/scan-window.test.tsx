import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import type { ShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import { NumberPad } from './number-pad.tsx'
import { ScanWindow } from './scan-window.tsx'

const product = (id: number, name: string): ShopProduct => ({
  id,
  name,
  unit: 'pcs',
  drawing: null,
  priceCents: 250,
  rateBasisPoints: 1350,
  productCodeType: 'standard',
  ean13: null,
  eanCase: null,
  product_code: null,
  unitsPerCase: null,
  available: true,
})
const PRODUCTS = [product(1, 'Butter'), product(2, 'Buttermilk')]
const LABEL = 'Barcode number or product name'

/** Counts a chosen product, as the pages do. */
function Counting({ onCode, onCount }: { onCode: (code: string) => void; onCount: (count: string) => void }) {
  const [open, setOpen] = useState<ShopProduct>()
  const [text, setText] = useState('')
  const close = () => {
    onCount(`${open?.name} ${text}`)
    setOpen(undefined)
  }
  return (
    <>
      <ScanWindow
        line={{ products: PRODUCTS, handleCode: onCode, handleLot: onCode, handleChoice: setOpen }}
        isPaused={open !== undefined}
      />
      {open && (
        <NumberPad title={open.name} label="Counted" text={text} onText={setText} onSubmit={close} onClose={close}>
          {null}
        </NumberPad>
      )}
    </>
  )
}

/** The decoder's worker, which never answers: nothing is scanned here. */
class IdleWorker extends EventTarget {
  postMessage() {}
  terminate() {}
}

function renderCounting({ isWide }: { isWide: boolean }) {
  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(min-width: 900px)' ? Object.assign(new EventTarget(), { matches: isWide }) : matchMedia(query),
  )
  vi.stubGlobal('Worker', IdleWorker)
  onTestFinished(() => void vi.unstubAllGlobals())
  const [onCode, onCount] = [vi.fn(), vi.fn()]
  return { user: renderPart(<Counting onCode={onCode} onCount={onCount} />), onCode, onCount }
}

test('on a wide screen products are counted one after the other by keyboard alone', async () => {
  const { user, onCount, onCode } = renderCounting({ isWide: true })
  await screen.findByText('No barcode scanner available')
  expect(screen.queryByRole('button', { name: /Enter the code/ })).toBeNull()
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: LABEL })
  // The page opens where it did: a hand scanner needs no field.
  expect(document.activeElement).toBe(document.body)
  await user.click(field)
  await user.keyboard('milk{Enter}12{Enter}')
  expect(onCount.mock.calls).toEqual([['Buttermilk 12']])
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.value).toBe('')
  // Keys this fast would be a hand scanner's.
  await user.paste('64 08430 000012')
  await user.keyboard('{Enter}')
  expect(onCode.mock.calls).toEqual([['6408430000012']])
  expect(field.value).toBe('')
})

test('a product pressed in the list is counted, and the next is typed', async () => {
  const { user, onCount } = renderCounting({ isWide: true })
  const field = screen.getByRole('searchbox', { name: LABEL })
  await user.type(field, 'butter')
  await user.click(screen.getByRole('button', { name: /^Butter\b(?!milk)/ }))
  await user.keyboard('7{Enter}')
  expect(onCount.mock.calls).toEqual([['Butter 7']])
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.queryByRole('listitem')).toBeNull()
})

test('on a phone a button in the camera’s place opens the field, and the quantity has the focus', async () => {
  const { user, onCount } = renderCounting({ isWide: false })
  expect(screen.queryByRole('searchbox', { name: LABEL })).toBeNull()
  await screen.findByText('No barcode scanner available')
  await user.click(screen.getByRole('button', { name: 'Enter the code' }))
  await user.keyboard('milk{Enter}12{Enter}')
  expect(onCount.mock.calls).toEqual([['Buttermilk 12']])
})
