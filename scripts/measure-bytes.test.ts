import { expect, test } from 'vitest'
import { byteFaults, type ByteBudget, type ViewBytes } from './measure-bytes.ts'

const budget: ByteBudget = { aim: 150, views: {}, firstScripts: 3, neverFirst: ['@mui/x-'] }
const home: ViewBytes = { view: 'home', bytes: 170, scripts: 3, limit: 175, modules: ['web/main.tsx'] }

test('a view within its limit has no faults', () => {
  expect(byteFaults([home], budget)).toEqual([])
})

test.each([
  ['too many bytes', { bytes: 176 }, 'home takes 176 bytes of JavaScript, more than 175.'],
  ['too many scripts', { scripts: 4 }, 'home takes 4 scripts, more than 3.'],
  [
    'a module that no shopper needs',
    { modules: ['node_modules/@mui/x-data-grid/index.js'] },
    'home has node_modules/@mui/x-data-grid/index.js, which no shopper needs.',
  ],
])('%s is a fault', (_, wrong, sentence) => {
  expect(byteFaults([{ ...home, ...wrong }], budget)).toEqual([sentence])
})
