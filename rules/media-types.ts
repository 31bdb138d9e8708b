/** Image types of the submit form (decision 0077): content types, then file extensions. */
export const REVIEW_IMAGE_TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
/** Without HEIC, for which Safari then sends a JPEG. */
export const reviewImageAccept = '.gif,.jpg,.jpeg,.png,.webp,.avif'

/** Photos of phones that only some browsers can decode. */
export const isHeicType = (contentType: string): boolean => /^image\/hei[cf](-sequence)?$/i.test(contentType)

/** Video containers (decisions 'Files'), by content type. */
export const REVIEW_VIDEO_TYPES = ['video/mp4', 'video/webm', 'video/quicktime'] as const
export const reviewVideoAccept = '.mp4,.webm,.mov'
