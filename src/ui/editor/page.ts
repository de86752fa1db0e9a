/** What the page of a board is made of: addresses as the webview can load them. */
export type PageParts = {
  /** Where the webview's own files come from, as its content security policy names it. */
  readonly source: string;
  readonly script: string;
  readonly style: string;
  /** Unguessable, new for each page: only the script that carries it runs. */
  readonly nonce: string;
  /** The interface's language, and its texts in that language where there are any. */
  readonly language: string;
  readonly texts: Readonly<Record<string, unknown>> | undefined;
};

/**
 * The page that the board is painted on. It holds no data: those come as messages. Nothing on it may load from elsewhere, and no script runs
 * but ours: the policy has no `unsafe-` word in it.
 */
export function boardPage({ source, script, style, nonce, language, texts }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    `img-src ${source} data:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="${escape(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escape(style)}">
<title>Data Detective</title>
</head>
<body data-texts="${escape(JSON.stringify(texts ?? {}))}">
<script nonce="${nonce}" src="${escape(script)}"></script>
</body>
</html>
`;
}

/** 128 random bits as base64. */
export function makeNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
