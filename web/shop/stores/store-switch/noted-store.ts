/** The user and the active store that this page shows. */
export interface NotedStore {
  userId: number
  storeId: number
}

let noted: NotedStore | undefined

export const noteStore = (store: NotedStore | undefined): void => void (noted = store)

/** Whether the user's store was changed elsewhere since this page noted it. */
export const isChangedElsewhere = ({ userId, storeId }: NotedStore): boolean =>
  noted?.userId === userId && noted.storeId !== storeId
