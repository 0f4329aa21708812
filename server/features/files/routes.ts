import { largestPicture } from '@lectern/contract/accounts/account-values.ts'
import {
  readDiskSpace as readDiskSpaceEndpoint,
  readFile as readFileEndpoint,
  readFileState,
  readPicture as readPictureEndpoint,
} from '@lectern/contract/files/files.ts'
import {
  removeAvatar as removeAvatarEndpoint,
  setAvatar as setAvatarEndpoint,
} from '@lectern/contract/accounts/my-data.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone, organisers, signedIn } from '../../platform/policy.ts'
import { readDiskSpace } from './uploads/disk-space.ts'
import { presentFileState } from './present.ts'
import { readFile, readPicture, requireFileState, type FileReaders } from './content/read-file.ts'
import { removeAvatar, setAvatar } from './service.ts'

const pictures = { types: /^image\//, maxBytes: largestPicture }

export const fileRoutes = ({ serve, serveFile, serveUpload }: Http, readers: FileReaders): void => {
  serveUpload(setAvatarEndpoint, { policy: signedIn, ...pictures }, async ({ ctx, file }) => ({
    avatar: `/api/files/${await setAvatar(ctx, file)}`,
  }))

  serve(removeAvatarEndpoint, { policy: signedIn }, async ({ ctx }) => {
    await removeAvatar(ctx)
    return {}
  })

  // A page has many pictures, and a whole school may open it at once: no rate limit by address.
  const reading = { policy: everyone, isStored: true, limited: false } as const
  serveFile(readFileEndpoint, reading, ({ ctx, params }) => readFile(ctx, params.id, readers))
  serveFile(readPictureEndpoint, reading, ({ ctx, params }) => readPicture(ctx, params.id, params.variant, readers))

  serve(readDiskSpaceEndpoint, { policy: organisers('system') }, ({ ctx }) => readDiskSpace(ctx))

  serve(readFileState, { policy: signedIn }, async ({ ctx, params }) =>
    presentFileState(ctx, await requireFileState(ctx, params.id)),
  )
}
