/** Image types of the submit form (spec 5): content types, then file extensions. */
export const REVIEW_IMAGE_TYPES = ['image/gif', 'image/jpeg', 'image/png'] as const
export const reviewImageAccept = '.gif,.jpg,.jpeg,.png'

/** Video containers (decisions 'Files'), by content type. */
export const REVIEW_VIDEO_TYPES = ['video/mp4', 'video/webm'] as const
export const reviewVideoAccept = '.mp4,.webm'
