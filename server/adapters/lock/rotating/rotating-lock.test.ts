import { lockConformance } from '#server/adapters/lock/conformance.ts'
import { keypadAccepts, rotatingLock } from './rotating-lock.ts'

lockConformance('The built-in rotating code', async () => {
  const keys = new Map([
    [1001, Buffer.from('the key of the one store')],
    [1002, Buffer.from('and the key of the other')],
  ])
  return {
    lock: rotatingLock(async storeId => {
      const key = keys.get(storeId)
      return key && { key, isTold: true }
    }),
    storeId: 1001,
    otherStoreId: 1002,
    bareStoreId: 1003,
    opens: async (storeId, code, laterMs = 0) =>
      keypadAccepts(keys.get(storeId) ?? Buffer.alloc(0), code, new Date(Date.now() + laterMs)),
    close: async () => undefined,
  }
})
