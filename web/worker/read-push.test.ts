import { expect, test } from 'vitest'
import { readPush } from './push-events.ts'

const pushed = (notification: unknown) => readPush(JSON.stringify({ web_push: 8030, notification }))

test('a push contains the shown text and its link', () => {
  const notification = {
    title: 'Berries',
    body: 'Today only',
    navigate: 'https://shop.example/home',
    lang: 'en',
    tag: 'puoti-1',
  }
  const shown = { title: 'Berries', body: 'Today only', link: 'https://shop.example/home', lang: 'en', tag: 'puoti-1' }
  expect(pushed(notification)).toEqual(shown)
})

test.each([
  ['no data', undefined],
  ['no JSON', 'Berries'],
  ['no object', '"Berries"'],
  ['null', 'null'],
  ['no notification', '{"web_push":8030}'],
  ['a notification that is an array', '{"notification":[1]}'],
  ['values of other types', '{"notification":{"title":1,"body":{},"navigate":[],"lang":null}}'],
])('a push with %s is shown with the app’s name', (_, text) => {
  expect(readPush(text)).toEqual({ title: 'Puoti', body: '', link: undefined, lang: undefined, tag: undefined })
})
