/** What the client uses of the browser's caches, for tests that run without a browser. */
export function memoryCaches() {
  const all = new Map<string, Map<string, Response>>();
  const urlOf = (request: string | { url: string }) =>
    typeof request === 'string' ? new URL(request, 'https://nho.test').href : request.url;
  const cacheOf = (files: Map<string, Response>) => ({
    put: async (request: string, response: Response) => void files.set(urlOf(request), response),
    match: async (request: string | { url: string }) => files.get(urlOf(request))?.clone(),
    keys: async () => [...files.keys()].map((url) => ({ url })),
    delete: async (request: { url: string }) => files.delete(urlOf(request)),
  });
  return {
    async open(name: string) {
      const files = all.get(name) ?? new Map<string, Response>();
      all.set(name, files);
      return cacheOf(files);
    },
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    /** All that is stored, as text. */
    async texts(): Promise<string[]> {
      const texts: string[] = [];
      for (const [name, files] of all)
        for (const [url, response] of files) texts.push(name, url, await response.clone().text());
      return texts;
    },
  };
}
