import { expect, test } from 'vitest'
import { readPush } from './read-push.ts'

const pushed = (notification: unknown) => readPush(JSON.stringify({ web_push: 8030, notification }))

test('a push says what is shown and where it leads', () => {
  const said = {
    title: 'Berries',
    body: 'Today only',
    navigate: 'https://shop.example/home',
    lang: 'en',
    tag: 'puoti-1',
  }
  const shown = { title: 'Berries', body: 'Today only', link: 'https://shop.example/home', lang: 'en', tag: 'puoti-1' }
  expect(pushed(said)).toEqual(shown)
})

test.each([
  ['nothing', undefined],
  ['no JSON', 'Berries'],
  ['no object', '"Berries"'],
  ['null', 'null'],
  ['no notification', '{"web_push":8030}'],
  ['a notification that is none', '{"notification":[1]}'],
  ['other kinds of values', '{"notification":{"title":1,"body":{},"navigate":[],"lang":null}}'],
])('%s is shown by the app’s name', (_, text) => {
  expect(readPush(text)).toEqual({ title: 'Puoti', body: '', link: undefined, lang: undefined, tag: undefined })
})
