// Whether a page runs inside an app, as far as its browser says so.

/** Reports whether a page was opened inside an app for mail or messages, whose browser is gone with the app. */
export function inApp({ userAgent }: Navigator = navigator): boolean {
  if (/\b(FBAN|FBAV|FB_IAB|Instagram|Line|MicroMessenger|WhatsApp|Snapchat|Twitter|TikTok|LinkedInApp|GSA|Teams)\b/
    .test(userAgent)) return true
  if (/; wv\)/.test(userAgent)) return true // a WebView of Android
  return /iPhone|iPad|iPod/.test(userAgent) && !userAgent.includes('Safari/') // one of iOS
}
