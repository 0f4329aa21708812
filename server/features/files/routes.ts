import { largestPicture } from '@lectern/contract/account-values.ts'
import {
  readFile as readFileEndpoint,
  removeAvatar as removeAvatarEndpoint,
  setAvatar as setAvatarEndpoint,
} from '@lectern/contract/my-data.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { signedIn } from '../../platform/policy.ts'
import { readFile, removeAvatar, setAvatar } from './service.ts'

const pictures = { types: /^image\//, mostBytes: largestPicture }

export const fileRoutes = ({ serve, serveFile, serveUpload }: Http): void => {
  serveUpload(setAvatarEndpoint, { policy: signedIn, ...pictures }, async ({ ctx, file }) => ({
    avatar: `/api/files/${await setAvatar(ctx as SignedIn, file)}`,
  }))

  serve(removeAvatarEndpoint, { policy: signedIn }, async ({ ctx }) => {
    await removeAvatar(ctx as SignedIn)
    return {}
  })

  serveFile(readFileEndpoint, { policy: signedIn, isStored: true }, ({ ctx, params }) => readFile(ctx, params.id))
}
