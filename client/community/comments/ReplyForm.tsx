/** The form for a reply, below the comment; its draft stays when the form is closed. */
import { useEffect, useRef, useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import type { CommentView } from "../../wire/types.generated.ts";
import { SendingRow } from "./CommentBody.tsx";
import { CommentForm } from "./CommentForm.tsx";

import type { OwnComments } from "./useOwnComments.ts";

interface ReplyFormProps {
  readonly comment: CommentView;
  readonly onSend: OwnComments["send"];
  readonly onClose: () => void;
}

/** Renders the form of a reply below its comment; closes when the host has stored the reply. */
export function ReplyForm({ comment, onSend, onClose }: ReplyFormProps) {
  const { viewer, t } = usePage();
  const group = useRef<HTMLDivElement>(null);
  const [sent, setSent] = useState<string>();
  const name = comment.user?.display_name ?? t("post.deletedMember");
  useEffect(() => group.current?.querySelector("textarea")?.focus(), []);
  const send = async (content: string) => {
    setSent(content);
    try {
      await onSend(content, comment.id);
    } finally {
      setSent(undefined);
    }
    onClose();
  };
  return (
    <div className="comment-row-reply" ref={group}>
      {sent !== undefined && (
        <ul className="comment-rows">
          <SendingRow content={sent} />
        </ul>
      )}
      <CommentForm
        key={viewer?.id}
        postId={comment.post_id}
        parent={comment.id}
        label={t("postDetail.replies.label", { name })}
        onSend={send}
        onCancel={onClose}
      />
    </div>
  );
}
