import * as z from 'zod/mini'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { TOPICS } from '#contract/topics.ts'

export const changes = {
  stream: endpoint({
    method: 'GET',
    path: 'admin/changes',
    description:
      'What changes in the shop, as server-sent events until the session ends: each names the topics of what others have changed, of those that the caller may read and in the stores of the caller, and no data. An empty comment every 15 seconds says that there was nothing else. A change may be missed: lists are also read again at times. At most 10 streams of an account and 500 of a server are open; further ones are refused.',
    access: 'staff',
    stores: { shopWide: 'names of topics, of which the handler leaves out what happened in other stores' },
    reads: [],
    stream: true,
    answer: z.object({ topics: z.array(z.enum(TOPICS)) }),
    errors: FOR_ADMINS,
  }),
}
