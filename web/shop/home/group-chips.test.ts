import { expect, test } from 'vitest'
import { listGroups } from './group-chips.tsx'

const group = (id: number, name: string, sort_order: number) => ({ group: { id, name, sort_order } })

test('the groups of the shelf are those of its products, each once, in the shopkeeper’s order', () => {
  const products = [
    group(3, 'Äyriäiset', 10),
    group(2, 'Leivät', 20),
    {},
    group(3, 'Äyriäiset', 10),
    group(1, 'Juomat', 10),
  ]
  expect(listGroups(products).map(({ name }) => name)).toEqual(['Juomat', 'Äyriäiset', 'Leivät'])
  expect(listGroups([{}])).toEqual([])
})
