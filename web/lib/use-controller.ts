import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

/** What works on without the page's components, which only show its view. */
interface Controller {
  view(): unknown;
  subscribe(listener: () => void): () => void;
  open(): Promise<void>;
  close(): void;
}

interface ControllerOptions<Made, News> {
  create: (onNews: (news: News) => void) => Made;
  /** Receives the news for the user. News from before the first rendering is lost. */
  onNews: (news: News) => void;
  /**
   * Connects the controller with what happens around it, before it is opened. Returns a function that disconnects it.
   */
  follow: (controller: Made) => () => void;
}

function withNews<Made, News>(create: ControllerOptions<Made, News>['create']) {
  let listener = (_: News): void => {};
  const controller = create((news) => listener(news));
  const listen = (next: (news: News) => void) => {
    listener = next;
  };
  return { controller, listen };
}

/** Keeps one controller open as long as the component is there; to be mounted again for another one. */
export function useController<Made extends Controller, News>(
  options: ControllerOptions<Made, News>,
): { view: ReturnType<Made['view']>; controller: Made } {
  const [{ controller, listen }] = useState(() => withNews(options.create));
  const onNews = useEffectEvent(options.onNews);
  const follow = useEffectEvent(options.follow);

  useEffect(() => {
    listen((news) => onNews(news));
    const unfollow = follow(controller);
    void controller.open();
    return () => {
      unfollow();
      controller.close();
    };
  }, [controller, listen]);

  const view = useSyncExternalStore(
    controller.subscribe,
    () => controller.view() as ReturnType<Made['view']>,
  );
  return { view, controller };
}
