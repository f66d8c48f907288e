// Reports the browser's time zone to the server, which writes every time on a page in it unless the user chose another.

const year = 31_536_000 // s

/** Keeps the cookie with the browser's time zone up to date. */
export function reportZone(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!zone || document.cookie.split('; ').includes('proofdesk_zone=' + zone)) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `proofdesk_zone=${zone}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`
}
