import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { readSession } from '../kept/stored-session.ts';

/** What works on without the page's components, which only show its view. */
interface Controller {
  view(): unknown;
  subscribe(listener: () => void): () => void;
  open(): Promise<void>;
  close(): void;
}

interface ControllerOptions<Made, News> {
  create: (onNews: (news: News) => void) => Made;
  /** One that was started already, which is then taken over; undefined: there is none. */
  started?: () => Started<Made, News> | undefined;
  /** Receives the news for the user, also those from before the first drawing. */
  onNews: (news: News) => void;
  /**
   * Connects the controller with what happens around it, before it is opened. Returns a function that disconnects it.
   */
  follow: (controller: Made) => () => void;
}

interface WithNews<Made, News> {
  controller: Made;
  listen: (next: (news: News) => void) => void;
}

/** A controller that is open, or about to be, before the component is there that shows it. */
export interface Started<Made, News> extends WithNews<Made, News> {
  opening: Promise<void>;
}

function withNews<Made, News>(create: ControllerOptions<Made, News>['create']): WithNews<Made, News> {
  const early: News[] = [];
  let listener = (news: News): void => void early.push(news);
  const controller = create((news) => listener(news));
  const listen = (next: (news: News) => void) => {
    listener = next;
    for (const news of early.splice(0)) next(news);
  };
  return { controller, listen };
}

/** Opens a controller ahead of its component, so that what is drawn first has what it opens. */
export function startController<Made extends Controller, News>(
  create: ControllerOptions<Made, News>['create'],
): Started<Made, News> {
  const made = withNews(create);
  return { ...made, opening: made.controller.open() };
}

/**
 * One controller that is opened before its page is drawn, which takes it over. The page may come later than the end of
 * the login with which it was opened: then it has been refused, and is nothing for the next login.
 */
export class OpenedAhead<Name, S extends { controller: { close(): void } }> {
  #ahead: { name: Name; token: string | null; opened: S } | undefined;

  put(name: Name, opened: S): void {
    this.#ahead = { name, token: readSession().token, opened };
  }

  /** Whether one of this name is there to be taken. */
  has(name: Name): boolean {
    return this.#ahead?.name === name && this.#ahead.token === readSession().token;
  }

  /** Returns what was opened under this name with the login of now, once; closes any other. */
  take(name: Name): S | undefined {
    const ahead = this.#ahead;
    const isIt = this.has(name);
    this.#ahead = undefined;
    if (isIt) return ahead?.opened;
    ahead?.opened.controller.close();
    return undefined;
  }
}

/** Keeps one controller open as long as the component is there; to be mounted again for another one. */
export function useController<Made extends Controller, News>(
  options: ControllerOptions<Made, News>,
): { view: ReturnType<Made['view']>; controller: Made } {
  const [started] = useState(options.started);
  const [{ controller, listen }] = useState(() => started ?? withNews(options.create));
  const isOpen = useRef(started !== undefined);
  const onNews = useEffectEvent(options.onNews);
  const follow = useEffectEvent(options.follow);

  useEffect(() => {
    listen((news) => onNews(news));
    const unfollow = follow(controller);
    if (!isOpen.current) void controller.open();
    isOpen.current = false;
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
