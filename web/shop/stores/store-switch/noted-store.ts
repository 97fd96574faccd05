/** Whose active store this page shows. */
export interface NotedStore {
  userId: number
  storeId: number
}

let noted: NotedStore | undefined

export const noteStore = (store: NotedStore | undefined): void => void (noted = store)

/** Whether the user's store was changed by something else than this page since it was noted. */
export const isChangedElsewhere = ({ userId, storeId }: NotedStore): boolean =>
  noted?.userId === userId && noted.storeId !== storeId
