export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "13"
  }
  public: {
    Tables: {
      answer_templates: {
        Row: {
          body: string
          created_at: string
          id: string
          kind: string
          name: string
          search_text: string | null
          subject: string
        }
        Insert: {
          body: string
          created_at?: string
          id?: string
          kind?: string
          name: string
          search_text?: never
          subject: string
        }
        Update: {
          body?: string
          created_at?: string
          id?: string
          kind?: string
          name?: string
          search_text?: never
          subject?: string
        }
        Relationships: []
      }
      assessments: {
        Row: {
          added_at: string
          course_id: string
          id: string
          name: string
        }
        Insert: {
          added_at?: string
          course_id: string
          id?: string
          name: string
        }
        Update: {
          added_at?: string
          course_id?: string
          id?: string
          name?: string
        }
        Relationships: [
          {
            foreignKeyName: "assessments_course_id_fkey"
            columns: ["course_id"]
            referencedRelation: "courses"
            referencedColumns: ["id"]
          },
        ]
      }
      change_log: {
        Row: {
          about: string[] | null
          action: Database["public"]["Enums"]["log_action"]
          actor_id: string | null
          actor_name: string | null
          changes: Json | null
          created_at: string
          id: string
          record_id: string | null
          record_kind: string
          record_name: string | null
          search_text: string | null
        }
        Insert: {
          about?: string[] | null
          action: Database["public"]["Enums"]["log_action"]
          actor_id?: string | null
          actor_name?: string | null
          changes?: Json | null
          created_at?: string
          id?: string
          record_id?: string | null
          record_kind: string
          record_name?: string | null
          search_text?: never
        }
        Update: {
          about?: string[] | null
          action?: Database["public"]["Enums"]["log_action"]
          actor_id?: string | null
          actor_name?: string | null
          changes?: Json | null
          created_at?: string
          id?: string
          record_id?: string | null
          record_kind?: string
          record_name?: string | null
          search_text?: never
        }
        Relationships: []
      }
      clearances: {
        Row: {
          created_at: string
          done_on: string
          id: string
          matched: string
          mentor_id: string | null
          name: string
          note: string | null
          over_at: string | null
          record_id: string
          trainer_id: string | null
          valid_until: string | null
          verified_by: string | null
          verifier_name: string | null
          version: string | null
          withdrawn_at: string | null
          withdrawn_reason: string | null
        }
        Insert: {
          created_at?: string
          done_on: string
          id: string
          matched?: never
          mentor_id?: string | null
          name: string
          note?: string | null
          over_at?: never
          record_id?: never
          trainer_id?: string | null
          valid_until?: string | null
          verified_by?: string | null
          verifier_name?: string | null
          version?: string | null
          withdrawn_at?: string | null
          withdrawn_reason?: string | null
        }
        Update: {
          created_at?: string
          done_on?: string
          id?: string
          matched?: never
          mentor_id?: string | null
          name?: string
          note?: string | null
          over_at?: never
          record_id?: never
          trainer_id?: string | null
          valid_until?: string | null
          verified_by?: string | null
          verifier_name?: string | null
          version?: string | null
          withdrawn_at?: string | null
          withdrawn_reason?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "clearances_mentor_id_fkey"
            columns: ["mentor_id"]
            referencedRelation: "mentors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "clearances_trainer_id_fkey"
            columns: ["trainer_id"]
            referencedRelation: "trainers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "clearances_verified_by_fkey"
            columns: ["verified_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      contact_messages: {
        Row: {
          created_at: string
          email: string
          id: string
          message: string
          name: string
          status: Database["public"]["Enums"]["message_status"]
        }
        Insert: {
          created_at?: string
          email: string
          id?: string
          message: string
          name: string
          status?: Database["public"]["Enums"]["message_status"]
        }
        Update: {
          created_at?: string
          email?: string
          id?: string
          message?: string
          name?: string
          status?: Database["public"]["Enums"]["message_status"]
        }
        Relationships: [
          {
            foreignKeyName: "contact_messages_id_fkey"
            columns: ["id"]
            referencedRelation: "submissions"
            referencedColumns: ["id"]
          },
        ]
      }
      conversions: {
        Row: {
          author_id: string | null
          author_name: string | null
          converted_at: string
          former_status: Database["public"]["Enums"]["application_status"]
          is_new: boolean
          kind: string | null
          mentee_id: string | null
          mentor_id: string | null
          program_id: string | null
          reference: string
          submission_id: string
          trainer_id: string | null
        }
        Insert: {
          author_id?: string | null
          author_name?: string | null
          converted_at?: string
          former_status: Database["public"]["Enums"]["application_status"]
          is_new: boolean
          kind?: never
          mentee_id?: string | null
          mentor_id?: string | null
          program_id?: string | null
          reference: string
          submission_id: string
          trainer_id?: string | null
        }
        Update: {
          author_id?: string | null
          author_name?: string | null
          converted_at?: string
          former_status?: Database["public"]["Enums"]["application_status"]
          is_new?: boolean
          kind?: never
          mentee_id?: string | null
          mentor_id?: string | null
          program_id?: string | null
          reference?: string
          submission_id?: string
          trainer_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "conversions_mentee_id_fkey"
            columns: ["mentee_id"]
            referencedRelation: "mentees"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "conversions_mentor_id_fkey"
            columns: ["mentor_id"]
            referencedRelation: "mentors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "conversions_program_id_fkey"
            columns: ["program_id"]
            referencedRelation: "programs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "conversions_submission_id_fkey"
            columns: ["submission_id"]
            referencedRelation: "submissions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "conversions_trainer_id_fkey"
            columns: ["trainer_id"]
            referencedRelation: "trainers"
            referencedColumns: ["id"]
          },
        ]
      }
      courses: {
        Row: {
          capacity: number | null
          category: string | null
          created_at: string
          description: string | null
          duration: string | null
          end_date: string | null
          id: string
          search_text: string | null
          start_date: string | null
          status: Database["public"]["Enums"]["course_status"]
          title: string
        }
        Insert: {
          capacity?: number | null
          category?: string | null
          created_at?: string
          description?: string | null
          duration?: string | null
          end_date?: string | null
          id?: string
          search_text?: never
          start_date?: string | null
          status?: Database["public"]["Enums"]["course_status"]
          title: string
        }
        Update: {
          capacity?: number | null
          category?: string | null
          created_at?: string
          description?: string | null
          duration?: string | null
          end_date?: string | null
          id?: string
          search_text?: never
          start_date?: string | null
          status?: Database["public"]["Enums"]["course_status"]
          title?: string
        }
        Relationships: []
      }
      donations: {
        Row: {
          amount: number | null
          batch_id: string | null
          booked_day: string
          booked_on: string | null
          campaign: string | null
          change_reason: string | null
          created_at: string
          currency: string | null
          deductible: number | null
          description: string | null
          donation_type: string
          donor_email: string | null
          donor_name: string
          donor_phone: string | null
          entered_at: string | null
          estimate: number | null
          exchange: string | null
          exchange_value: number | null
          fund_id: string | null
          gift_pledge_id: string | null
          id: string
          is_kept: boolean
          is_picked: boolean
          is_posted: boolean
          legal_donor_id: string | null
          legal_donor_name: string | null
          matched_gift_id: string | null
          method: string | null
          note: string | null
          original_amount: number | null
          payment_id: string | null
          person_id: string
          rate: number | null
          rate_on: string | null
          reference: string | null
          refunded: number
          search_text: string | null
          split_id: string | null
          told: string[]
          tribute: string | null
          tribute_name: string | null
          voided_at: string | null
        }
        Insert: {
          amount?: number | null
          batch_id?: string | null
          booked_day?: never
          booked_on?: string | null
          campaign?: string | null
          change_reason?: string | null
          created_at?: string
          currency?: string | null
          deductible?: never
          description?: string | null
          donation_type: string
          donor_email?: string | null
          donor_name: string
          donor_phone?: string | null
          entered_at?: string | null
          estimate?: number | null
          exchange?: string | null
          exchange_value?: number | null
          fund_id?: string | null
          gift_pledge_id?: string | null
          id?: string
          is_kept?: never
          is_picked?: boolean
          is_posted?: boolean
          legal_donor_id?: string | null
          legal_donor_name?: string | null
          matched_gift_id?: string | null
          method?: string | null
          note?: string | null
          original_amount?: number | null
          payment_id?: string | null
          person_id?: string
          rate?: number | null
          rate_on?: string | null
          reference?: string | null
          refunded?: number
          search_text?: never
          split_id?: string | null
          told?: string[]
          tribute?: string | null
          tribute_name?: string | null
          voided_at?: string | null
        }
        Update: {
          amount?: number | null
          batch_id?: string | null
          booked_day?: never
          booked_on?: string | null
          campaign?: string | null
          change_reason?: string | null
          created_at?: string
          currency?: string | null
          deductible?: never
          description?: string | null
          donation_type?: string
          donor_email?: string | null
          donor_name?: string
          donor_phone?: string | null
          entered_at?: string | null
          estimate?: number | null
          exchange?: string | null
          exchange_value?: number | null
          fund_id?: string | null
          gift_pledge_id?: string | null
          id?: string
          is_kept?: never
          is_picked?: boolean
          is_posted?: boolean
          legal_donor_id?: string | null
          legal_donor_name?: string | null
          matched_gift_id?: string | null
          method?: string | null
          note?: string | null
          original_amount?: number | null
          payment_id?: string | null
          person_id?: string
          rate?: number | null
          rate_on?: string | null
          reference?: string | null
          refunded?: number
          search_text?: never
          split_id?: string | null
          told?: string[]
          tribute?: string | null
          tribute_name?: string | null
          voided_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "donations_batch_id_fkey"
            columns: ["batch_id"]
            referencedRelation: "gift_batches"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "donations_fund_id_fkey"
            columns: ["fund_id"]
            referencedRelation: "funds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "donations_gift_pledge_id_fkey"
            columns: ["gift_pledge_id"]
            referencedRelation: "gift_pledges"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "donations_matched_gift_id_fkey"
            columns: ["matched_gift_id"]
            referencedRelation: "donations"
            referencedColumns: ["id"]
          },
        ]
      }
      donors: {
        Row: {
          created_at: string
          deductible: number
          email: string | null
          frequency: string | null
          frequency_ends_at: string | null
          gift_count: number
          id: string
          last_gift_at: string
          lifetime: number
          moved_count: number
          moved_total: number
          name: string
          number: number
          payment_failing_since: string | null
          search_text: string | null
          thank_for_at: string | null
          thanked_until: string | null
          thanks: string | null
        }
        Insert: {
          created_at: string
          deductible?: number
          email?: string | null
          frequency?: string | null
          frequency_ends_at?: string | null
          gift_count?: number
          id: string
          last_gift_at: string
          lifetime?: number
          moved_count?: number
          moved_total?: number
          name: string
          number: number
          payment_failing_since?: string | null
          search_text?: never
          thank_for_at?: string | null
          thanked_until?: string | null
          thanks?: never
        }
        Update: {
          created_at?: string
          deductible?: number
          email?: string | null
          frequency?: string | null
          frequency_ends_at?: string | null
          gift_count?: number
          id?: string
          last_gift_at?: string
          lifetime?: number
          moved_count?: number
          moved_total?: number
          name?: string
          number?: number
          payment_failing_since?: string | null
          search_text?: never
          thank_for_at?: string | null
          thanked_until?: string | null
          thanks?: never
        }
        Relationships: []
      }
      email_campaigns: {
        Row: {
          cancelled_at: string | null
          content: string
          created_at: string
          id: string
          name: string
          name_fallback: string
          recipient_count: number
          scheduled_at: string | null
          scheduled_by: string | null
          search_text: string | null
          sent_count: number
          status: Database["public"]["Enums"]["campaign_status"]
          subject: string
          target_audience: string
        }
        Insert: {
          cancelled_at?: string | null
          content: string
          created_at?: string
          id?: string
          name: string
          name_fallback?: string
          recipient_count?: number
          scheduled_at?: string | null
          scheduled_by?: string | null
          search_text?: never
          sent_count?: number
          status?: Database["public"]["Enums"]["campaign_status"]
          subject: string
          target_audience?: string
        }
        Update: {
          cancelled_at?: string | null
          content?: string
          created_at?: string
          id?: string
          name?: string
          name_fallback?: string
          recipient_count?: number
          scheduled_at?: string | null
          scheduled_by?: string | null
          search_text?: never
          sent_count?: number
          status?: Database["public"]["Enums"]["campaign_status"]
          subject?: string
          target_audience?: string
        }
        Relationships: [
          {
            foreignKeyName: "email_campaigns_scheduled_by_fkey"
            columns: ["scheduled_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      enrolments: {
        Row: {
          asked_at: string
          course_id: string
          mentee_id: string
          state: Database["public"]["Enums"]["enrolment_state"]
        }
        Insert: {
          asked_at?: string
          course_id: string
          mentee_id: string
          state: Database["public"]["Enums"]["enrolment_state"]
        }
        Update: {
          asked_at?: string
          course_id?: string
          mentee_id?: string
          state?: Database["public"]["Enums"]["enrolment_state"]
        }
        Relationships: [
          {
            foreignKeyName: "enrolments_course_id_fkey"
            columns: ["course_id"]
            referencedRelation: "courses"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "enrolments_mentee_id_fkey"
            columns: ["mentee_id"]
            referencedRelation: "mentees"
            referencedColumns: ["id"]
          },
        ]
      }
      faults: {
        Row: {
          browser: string | null
          created_at: string
          fingerprint: string
          fixed_at: string | null
          id: string
          last_at: string
          message: string
          occurrences: number
          page: string
          place: Database["public"]["Enums"]["fault_place"]
          search_text: string | null
          stack: string | null
          state: string
          told_at: string | null
          version: string | null
        }
        Insert: {
          browser?: string | null
          created_at?: string
          fingerprint?: string
          fixed_at?: string | null
          id?: string
          last_at?: string
          message: string
          occurrences?: number
          page: string
          place?: Database["public"]["Enums"]["fault_place"]
          search_text?: never
          stack?: string | null
          state?: never
          told_at?: string | null
          version?: string | null
        }
        Update: {
          browser?: string | null
          created_at?: string
          fingerprint?: string
          fixed_at?: string | null
          id?: string
          last_at?: string
          message?: string
          occurrences?: number
          page?: string
          place?: Database["public"]["Enums"]["fault_place"]
          search_text?: never
          stack?: string | null
          state?: never
          told_at?: string | null
          version?: string | null
        }
        Relationships: []
      }
      files: {
        Row: {
          author_name: string | null
          clearance_id: string | null
          created_at: string
          created_by: string | null
          donor_id: string | null
          gift_id: string | null
          hash: string | null
          id: string
          mentee_id: string | null
          mentor_id: string | null
          name: string
          program_id: string | null
          record_id: string
          record_kind: string
          refusal: string | null
          removed_at: string | null
          search_text: string | null
          size: number
          state: Database["public"]["Enums"]["file_state"]
          submission_id: string | null
          trainer_id: string | null
          type: string | null
          version: string | null
        }
        Insert: {
          author_name?: string | null
          clearance_id?: string | null
          created_at?: string
          created_by?: string | null
          donor_id?: string | null
          gift_id?: string | null
          hash?: string | null
          id: string
          mentee_id?: string | null
          mentor_id?: string | null
          name: string
          program_id?: string | null
          record_id?: never
          record_kind?: never
          refusal?: string | null
          removed_at?: string | null
          search_text?: never
          size: number
          state?: Database["public"]["Enums"]["file_state"]
          submission_id?: string | null
          trainer_id?: string | null
          type?: string | null
          version?: string | null
        }
        Update: {
          author_name?: string | null
          clearance_id?: string | null
          created_at?: string
          created_by?: string | null
          donor_id?: string | null
          gift_id?: string | null
          hash?: string | null
          id?: string
          mentee_id?: string | null
          mentor_id?: string | null
          name?: string
          program_id?: string | null
          record_id?: never
          record_kind?: never
          refusal?: string | null
          removed_at?: string | null
          search_text?: never
          size?: number
          state?: Database["public"]["Enums"]["file_state"]
          submission_id?: string | null
          trainer_id?: string | null
          type?: string | null
          version?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "files_clearance_id_fkey"
            columns: ["clearance_id"]
            referencedRelation: "clearances"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "files_created_by_fkey"
            columns: ["created_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "files_donor_id_fkey"
            columns: ["donor_id"]
            referencedRelation: "donors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "files_gift_id_fkey"
            columns: ["gift_id"]
            referencedRelation: "donations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "files_mentee_id_fkey"
            columns: ["mentee_id"]
            referencedRelation: "mentees"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "files_mentor_id_fkey"
            columns: ["mentor_id"]
            referencedRelation: "mentors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "files_program_id_fkey"
            columns: ["program_id"]
            referencedRelation: "programs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "files_submission_id_fkey"
            columns: ["submission_id"]
            referencedRelation: "submissions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "files_trainer_id_fkey"
            columns: ["trainer_id"]
            referencedRelation: "trainers"
            referencedColumns: ["id"]
          },
        ]
      }
      fund_spendings: {
        Row: {
          amount: number
          created_at: string
          fund_id: string
          id: string
          purpose: string
          spent_on: string
        }
        Insert: {
          amount: number
          created_at?: string
          fund_id: string
          id?: string
          purpose: string
          spent_on: string
        }
        Update: {
          amount?: number
          created_at?: string
          fund_id?: string
          id?: string
          purpose?: string
          spent_on?: string
        }
        Relationships: [
          {
            foreignKeyName: "fund_spendings_fund_id_fkey"
            columns: ["fund_id"]
            referencedRelation: "funds"
            referencedColumns: ["id"]
          },
        ]
      }
      funds: {
        Row: {
          created_at: string
          id: string
          import_id: string | null
          name: string
          purpose: string | null
        }
        Insert: {
          created_at?: string
          id?: string
          import_id?: string | null
          name: string
          purpose?: string | null
        }
        Update: {
          created_at?: string
          id?: string
          import_id?: string | null
          name?: string
          purpose?: string | null
        }
        Relationships: []
      }
      gift_batches: {
        Row: {
          created_at: string
          deposited: number | null
          deposited_on: string | null
          discarded_at: string | null
          discarded_by: string | null
          expected_count: number
          expected_total: number
          id: string
          posted_at: string | null
          posted_by: string | null
        }
        Insert: {
          created_at?: string
          deposited?: number | null
          deposited_on?: string | null
          discarded_at?: string | null
          discarded_by?: string | null
          expected_count: number
          expected_total: number
          id?: string
          posted_at?: string | null
          posted_by?: string | null
        }
        Update: {
          created_at?: string
          deposited?: number | null
          deposited_on?: string | null
          discarded_at?: string | null
          discarded_by?: string | null
          expected_count?: number
          expected_total?: number
          id?: string
          posted_at?: string | null
          posted_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "gift_batches_discarded_by_fkey"
            columns: ["discarded_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "gift_batches_posted_by_fkey"
            columns: ["posted_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      gift_pledges: {
        Row: {
          amount: number
          campaign: string | null
          created_at: string
          created_by: string | null
          donor_name: string
          fund_id: string | null
          id: string
          note: string | null
          person_id: string
          pledged_on: string
          reason: string | null
          status: string
          submission_id: string | null
          written_off_at: string | null
        }
        Insert: {
          amount: number
          campaign?: string | null
          created_at?: string
          created_by?: string | null
          donor_name: string
          fund_id?: string | null
          id?: string
          note?: string | null
          person_id: string
          pledged_on: string
          reason?: string | null
          status?: string
          submission_id?: string | null
          written_off_at?: string | null
        }
        Update: {
          amount?: number
          campaign?: string | null
          created_at?: string
          created_by?: string | null
          donor_name?: string
          fund_id?: string | null
          id?: string
          note?: string | null
          person_id?: string
          pledged_on?: string
          reason?: string | null
          status?: string
          submission_id?: string | null
          written_off_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "gift_pledges_created_by_fkey"
            columns: ["created_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "gift_pledges_fund_id_fkey"
            columns: ["fund_id"]
            referencedRelation: "funds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "gift_pledges_submission_id_fkey"
            columns: ["submission_id"]
            referencedRelation: "pledges"
            referencedColumns: ["id"]
          },
        ]
      }
      gift_returns: {
        Row: {
          amount: number | null
          booked_day: string
          booked_on: string | null
          created_at: string
          created_by: string | null
          fee: number | null
          gift_id: string
          id: string
          kind: string
          reason: string | null
          returned_on: string
        }
        Insert: {
          amount?: number | null
          booked_day?: never
          booked_on?: string | null
          created_at?: string
          created_by?: string | null
          fee?: number | null
          gift_id: string
          id?: string
          kind: string
          reason?: string | null
          returned_on: string
        }
        Update: {
          amount?: number | null
          booked_day?: never
          booked_on?: string | null
          created_at?: string
          created_by?: string | null
          fee?: number | null
          gift_id?: string
          id?: string
          kind?: string
          reason?: string | null
          returned_on?: string
        }
        Relationships: [
          {
            foreignKeyName: "gift_returns_created_by_fkey"
            columns: ["created_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "gift_returns_gift_id_fkey"
            columns: ["gift_id"]
            referencedRelation: "donations"
            referencedColumns: ["id"]
          },
        ]
      }
      holidays: {
        Row: {
          created_at: string
          day: string
          id: string
          name: string
          search_text: string | null
        }
        Insert: {
          created_at?: string
          day: string
          id?: string
          name: string
          search_text?: never
        }
        Update: {
          created_at?: string
          day?: string
          id?: string
          name?: string
          search_text?: never
        }
        Relationships: []
      }
      list_columns: {
        Row: {
          columns: string[]
          list: string
          user_id: string
        }
        Insert: {
          columns: string[]
          list: string
          user_id?: string
        }
        Update: {
          columns?: string[]
          list?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "list_columns_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      match_contacts: {
        Row: {
          author_id: string | null
          author_name: string | null
          created_at: string
          day: string
          id: string
          match_id: string
          met: string[]
          note: string | null
        }
        Insert: {
          author_id?: string | null
          author_name?: string | null
          created_at?: string
          day: string
          id: string
          match_id: string
          met: string[]
          note?: string | null
        }
        Update: {
          author_id?: string | null
          author_name?: string | null
          created_at?: string
          day?: string
          id?: string
          match_id?: string
          met?: string[]
          note?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "match_contacts_author_id_fkey"
            columns: ["author_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "match_contacts_match_id_fkey"
            columns: ["match_id"]
            referencedRelation: "matches"
            referencedColumns: ["id"]
          },
        ]
      }
      match_pauses: {
        Row: {
          ends_on: string | null
          match_id: string
          starts_on: string
        }
        Insert: {
          ends_on?: string | null
          match_id: string
          starts_on: string
        }
        Update: {
          ends_on?: string | null
          match_id?: string
          starts_on?: string
        }
        Relationships: [
          {
            foreignKeyName: "match_pauses_match_id_fkey"
            columns: ["match_id"]
            referencedRelation: "matches"
            referencedColumns: ["id"]
          },
        ]
      }
      matches: {
        Row: {
          close_reason: string | null
          contact_days: number
          created_at: string
          created_by: string | null
          deputy_id: string | null
          guardian_agreed_on: string | null
          id: string
          meetings_per_month: number
          mentee_id: string
          mentor_agreed_on: string | null
          mentor_id: string
          over_at: string | null
          program_id: string
          since: string | null
          status: Database["public"]["Enums"]["match_status"]
          supervisor_id: string | null
          until: string | null
        }
        Insert: {
          close_reason?: string | null
          contact_days?: number
          created_at?: string
          created_by?: string | null
          deputy_id?: string | null
          guardian_agreed_on?: string | null
          id: string
          meetings_per_month?: number
          mentee_id: string
          mentor_agreed_on?: string | null
          mentor_id: string
          over_at?: string | null
          program_id: string
          since?: string | null
          status?: Database["public"]["Enums"]["match_status"]
          supervisor_id?: string | null
          until?: string | null
        }
        Update: {
          close_reason?: string | null
          contact_days?: number
          created_at?: string
          created_by?: string | null
          deputy_id?: string | null
          guardian_agreed_on?: string | null
          id?: string
          meetings_per_month?: number
          mentee_id?: string
          mentor_agreed_on?: string | null
          mentor_id?: string
          over_at?: string | null
          program_id?: string
          since?: string | null
          status?: Database["public"]["Enums"]["match_status"]
          supervisor_id?: string | null
          until?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "matches_created_by_fkey"
            columns: ["created_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "matches_deputy_id_fkey"
            columns: ["deputy_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "matches_mentee_id_fkey"
            columns: ["mentee_id"]
            referencedRelation: "mentees"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "matches_mentor_id_fkey"
            columns: ["mentor_id"]
            referencedRelation: "mentors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "matches_program_id_fkey"
            columns: ["program_id"]
            referencedRelation: "programs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "matches_supervisor_id_fkey"
            columns: ["supervisor_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      meeting_attendances: {
        Row: {
          marked_at: string
          marked_by: string | null
          meeting_id: string
          mentee_id: string
          status: Database["public"]["Enums"]["attendance_status"]
        }
        Insert: {
          marked_at?: string
          marked_by?: string | null
          meeting_id: string
          mentee_id: string
          status: Database["public"]["Enums"]["attendance_status"]
        }
        Update: {
          marked_at?: string
          marked_by?: string | null
          meeting_id?: string
          mentee_id?: string
          status?: Database["public"]["Enums"]["attendance_status"]
        }
        Relationships: [
          {
            foreignKeyName: "meeting_attendances_marked_by_fkey"
            columns: ["marked_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "meeting_attendances_meeting_id_fkey"
            columns: ["meeting_id"]
            referencedRelation: "meetings"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "meeting_attendances_mentee_id_fkey"
            columns: ["mentee_id"]
            referencedRelation: "mentees"
            referencedColumns: ["id"]
          },
        ]
      }
      meetings: {
        Row: {
          created_at: string
          day: string
          duplicate_of: string | null
          id: string
          is_collected: boolean
          match_id: string | null
          minutes: number | null
          missed_by: string | null
          needs_consents: string[]
          note: string | null
          outcome: Database["public"]["Enums"]["meeting_outcome"]
          place: string | null
          program_id: string
          recorded_by: string | null
          recorder_name: string | null
          title: string | null
          topics: string | null
        }
        Insert: {
          created_at?: string
          day: string
          duplicate_of?: string | null
          id: string
          is_collected?: boolean
          match_id?: string | null
          minutes?: number | null
          missed_by?: string | null
          needs_consents?: string[]
          note?: string | null
          outcome?: Database["public"]["Enums"]["meeting_outcome"]
          place?: string | null
          program_id: string
          recorded_by?: string | null
          recorder_name?: string | null
          title?: string | null
          topics?: string | null
        }
        Update: {
          created_at?: string
          day?: string
          duplicate_of?: string | null
          id?: string
          is_collected?: boolean
          match_id?: string | null
          minutes?: number | null
          missed_by?: string | null
          needs_consents?: string[]
          note?: string | null
          outcome?: Database["public"]["Enums"]["meeting_outcome"]
          place?: string | null
          program_id?: string
          recorded_by?: string | null
          recorder_name?: string | null
          title?: string | null
          topics?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "meetings_duplicate_of_fkey"
            columns: ["duplicate_of"]
            referencedRelation: "meetings"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "meetings_match_id_program_id_fkey"
            columns: ["match_id", "program_id"]
            referencedRelation: "matches"
            referencedColumns: ["id", "program_id"]
          },
          {
            foreignKeyName: "meetings_program_id_fkey"
            columns: ["program_id"]
            referencedRelation: "programs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "meetings_recorded_by_fkey"
            columns: ["recorded_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      mentees: {
        Row: {
          created_at: string
          email: string | null
          first_name: string | null
          grade_level: string | null
          id: string
          last_name: string | null
          parent_email: string | null
          parent_name: string | null
          parent_phone: string | null
          person_id: string
          phone: string | null
          place: string | null
          school_name: string | null
          search_text: string | null
          status: Database["public"]["Enums"]["person_status"]
          told: string[]
          weekdays: string | null
          wishes: string | null
        }
        Insert: {
          created_at?: string
          email?: string | null
          first_name?: string | null
          grade_level?: string | null
          id?: string
          last_name?: string | null
          parent_email?: string | null
          parent_name?: string | null
          parent_phone?: string | null
          person_id?: string
          phone?: string | null
          place?: string | null
          school_name?: string | null
          search_text?: never
          status?: Database["public"]["Enums"]["person_status"]
          told?: string[]
          weekdays?: string | null
          wishes?: string | null
        }
        Update: {
          created_at?: string
          email?: string | null
          first_name?: string | null
          grade_level?: string | null
          id?: string
          last_name?: string | null
          parent_email?: string | null
          parent_name?: string | null
          parent_phone?: string | null
          person_id?: string
          phone?: string | null
          place?: string | null
          school_name?: string | null
          search_text?: never
          status?: Database["public"]["Enums"]["person_status"]
          told?: string[]
          weekdays?: string | null
          wishes?: string | null
        }
        Relationships: []
      }
      mentors: {
        Row: {
          bio: string | null
          capacity: number | null
          created_at: string
          email: string | null
          expertise: string | null
          first_name: string | null
          id: string
          last_name: string | null
          person_id: string
          phone: string | null
          place: string | null
          search_text: string | null
          status: Database["public"]["Enums"]["person_status"]
          telephones: string[] | null
          told: string[]
          weekdays: string | null
          wishes: string | null
        }
        Insert: {
          bio?: string | null
          capacity?: number | null
          created_at?: string
          email?: string | null
          expertise?: string | null
          first_name?: string | null
          id?: string
          last_name?: string | null
          person_id?: string
          phone?: string | null
          place?: string | null
          search_text?: never
          status?: Database["public"]["Enums"]["person_status"]
          telephones?: never
          told?: string[]
          weekdays?: string | null
          wishes?: string | null
        }
        Update: {
          bio?: string | null
          capacity?: number | null
          created_at?: string
          email?: string | null
          expertise?: string | null
          first_name?: string | null
          id?: string
          last_name?: string | null
          person_id?: string
          phone?: string | null
          place?: string | null
          search_text?: never
          status?: Database["public"]["Enums"]["person_status"]
          telephones?: never
          told?: string[]
          weekdays?: string | null
          wishes?: string | null
        }
        Relationships: []
      }
      newsletter_subscriptions: {
        Row: {
          confirmed_at: string | null
          created_at: string
          email: string
          id: string
          name: string
          person_id: string
          proved_at: string | null
          search_text: string | null
        }
        Insert: {
          confirmed_at?: string | null
          created_at?: string
          email: string
          id?: string
          name: string
          person_id?: string
          proved_at?: string | null
          search_text?: never
        }
        Update: {
          confirmed_at?: string | null
          created_at?: string
          email?: string
          id?: string
          name?: string
          person_id?: string
          proved_at?: string | null
          search_text?: never
        }
        Relationships: []
      }
      notification_choices: {
        Row: {
          choice: Database["public"]["Enums"]["notice_choice"]
          kind: Database["public"]["Enums"]["submission_kind"]
          user_id: string
        }
        Insert: {
          choice: Database["public"]["Enums"]["notice_choice"]
          kind: Database["public"]["Enums"]["submission_kind"]
          user_id?: string
        }
        Update: {
          choice?: Database["public"]["Enums"]["notice_choice"]
          kind?: Database["public"]["Enums"]["submission_kind"]
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "notification_choices_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      partnership_proposals: {
        Row: {
          budget: string | null
          contact_name: string
          contact_title: string
          created_at: string
          description: string
          email: string
          goals: string
          id: string
          organization_name: string
          organization_size: string | null
          organization_type: string
          partnership_type: string
          phone: string
          previous_partnerships: string | null
          resources: string | null
          status: Database["public"]["Enums"]["proposal_status"]
          terms_version: string | null
          timeline: string | null
          website: string | null
        }
        Insert: {
          budget?: string | null
          contact_name: string
          contact_title: string
          created_at?: string
          description: string
          email: string
          goals: string
          id?: string
          organization_name: string
          organization_size?: string | null
          organization_type: string
          partnership_type: string
          phone: string
          previous_partnerships?: string | null
          resources?: string | null
          status?: Database["public"]["Enums"]["proposal_status"]
          terms_version?: string | null
          timeline?: string | null
          website?: string | null
        }
        Update: {
          budget?: string | null
          contact_name?: string
          contact_title?: string
          created_at?: string
          description?: string
          email?: string
          goals?: string
          id?: string
          organization_name?: string
          organization_size?: string | null
          organization_type?: string
          partnership_type?: string
          phone?: string
          previous_partnerships?: string | null
          resources?: string | null
          status?: Database["public"]["Enums"]["proposal_status"]
          terms_version?: string | null
          timeline?: string | null
          website?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "partnership_proposals_id_fkey"
            columns: ["id"]
            referencedRelation: "submissions"
            referencedColumns: ["id"]
          },
        ]
      }
      permissions: {
        Row: {
          category: string
          description: string
          id: string
          name: string
        }
        Insert: {
          category: string
          description: string
          id?: string
          name: string
        }
        Update: {
          category?: string
          description?: string
          id?: string
          name?: string
        }
        Relationships: []
      }
      pledge_installments: {
        Row: {
          amount: number
          due_on: string
          id: string
          pledge_id: string
          reminded_at: string | null
        }
        Insert: {
          amount: number
          due_on: string
          id?: string
          pledge_id: string
          reminded_at?: string | null
        }
        Update: {
          amount?: number
          due_on?: string
          id?: string
          pledge_id?: string
          reminded_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "pledge_installments_pledge_id_fkey"
            columns: ["pledge_id"]
            referencedRelation: "gift_pledges"
            referencedColumns: ["id"]
          },
        ]
      }
      pledges: {
        Row: {
          amount: number
          created_at: string
          email: string
          frequency: string
          id: string
          name: string
          notify: string | null
          program: string | null
          status: Database["public"]["Enums"]["message_status"]
          tribute: string | null
          tribute_message: string | null
          tribute_name: string | null
        }
        Insert: {
          amount: number
          created_at?: string
          email: string
          frequency: string
          id?: string
          name: string
          notify?: string | null
          program?: string | null
          status?: Database["public"]["Enums"]["message_status"]
          tribute?: string | null
          tribute_message?: string | null
          tribute_name?: string | null
        }
        Update: {
          amount?: number
          created_at?: string
          email?: string
          frequency?: string
          id?: string
          name?: string
          notify?: string | null
          program?: string | null
          status?: Database["public"]["Enums"]["message_status"]
          tribute?: string | null
          tribute_message?: string | null
          tribute_name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "pledges_id_fkey"
            columns: ["id"]
            referencedRelation: "submissions"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          begun_by: string | null
          confirmed: boolean
          created_at: string
          email: string | null
          full_name: string | null
          id: string
          offered_role: Database["public"]["Enums"]["app_role"] | null
          person_id: string
          proven: boolean
          role: Database["public"]["Enums"]["app_role"]
          search_text: string | null
        }
        Insert: {
          begun_by?: string | null
          confirmed?: boolean
          created_at?: string
          email?: string | null
          full_name?: string | null
          id: string
          offered_role?: Database["public"]["Enums"]["app_role"] | null
          person_id?: string
          proven?: boolean
          role?: Database["public"]["Enums"]["app_role"]
          search_text?: never
        }
        Update: {
          begun_by?: string | null
          confirmed?: boolean
          created_at?: string
          email?: string | null
          full_name?: string | null
          id?: string
          offered_role?: Database["public"]["Enums"]["app_role"] | null
          person_id?: string
          proven?: boolean
          role?: Database["public"]["Enums"]["app_role"]
          search_text?: never
        }
        Relationships: [
          {
            foreignKeyName: "profiles_begun_by_fkey"
            columns: ["begun_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      program_applications: {
        Row: {
          child_age: number | null
          child_name: string | null
          created_at: string
          email: string
          first_name: string
          goals: string | null
          id: string
          last_name: string
          phone: string
          previous_experience: string | null
          program_interest: string
          relationship: string
          special_needs: string | null
          status: Database["public"]["Enums"]["application_status"]
          terms_version: string | null
        }
        Insert: {
          child_age?: number | null
          child_name?: string | null
          created_at?: string
          email: string
          first_name: string
          goals?: string | null
          id?: string
          last_name: string
          phone: string
          previous_experience?: string | null
          program_interest: string
          relationship: string
          special_needs?: string | null
          status?: Database["public"]["Enums"]["application_status"]
          terms_version?: string | null
        }
        Update: {
          child_age?: number | null
          child_name?: string | null
          created_at?: string
          email?: string
          first_name?: string
          goals?: string | null
          id?: string
          last_name?: string
          phone?: string
          previous_experience?: string | null
          program_interest?: string
          relationship?: string
          special_needs?: string | null
          status?: Database["public"]["Enums"]["application_status"]
          terms_version?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "program_applications_id_fkey"
            columns: ["id"]
            referencedRelation: "submissions"
            referencedColumns: ["id"]
          },
        ]
      }
      program_mentees: {
        Row: {
          added_by: string | null
          mentee_id: string
          program_id: string
        }
        Insert: {
          added_by?: string | null
          mentee_id: string
          program_id: string
        }
        Update: {
          added_by?: string | null
          mentee_id?: string
          program_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "program_mentees_added_by_fkey"
            columns: ["added_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "program_mentees_mentee_id_fkey"
            columns: ["mentee_id"]
            referencedRelation: "mentees"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "program_mentees_program_id_fkey"
            columns: ["program_id"]
            referencedRelation: "programs"
            referencedColumns: ["id"]
          },
        ]
      }
      program_mentors: {
        Row: {
          added_by: string | null
          mentor_id: string
          program_id: string
        }
        Insert: {
          added_by?: string | null
          mentor_id: string
          program_id: string
        }
        Update: {
          added_by?: string | null
          mentor_id?: string
          program_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "program_mentors_added_by_fkey"
            columns: ["added_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "program_mentors_mentor_id_fkey"
            columns: ["mentor_id"]
            referencedRelation: "mentors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "program_mentors_program_id_fkey"
            columns: ["program_id"]
            referencedRelation: "programs"
            referencedColumns: ["id"]
          },
        ]
      }
      program_registrations: {
        Row: {
          accessibility: string | null
          created_at: string
          email: string
          emergency_name: string | null
          emergency_phone: string | null
          emergency_relationship: string | null
          experience: string | null
          first_name: string
          id: string
          last_name: string
          motivation: string | null
          offered_until: string | null
          organization: string | null
          phone: string | null
          program: string
          status: Database["public"]["Enums"]["registration_status"]
          terms_version: string | null
          waitlisted_at: string | null
          wants_newsletter: boolean
          wants_waitlist: boolean
        }
        Insert: {
          accessibility?: string | null
          created_at?: string
          email: string
          emergency_name?: string | null
          emergency_phone?: string | null
          emergency_relationship?: string | null
          experience?: string | null
          first_name: string
          id?: string
          last_name: string
          motivation?: string | null
          offered_until?: string | null
          organization?: string | null
          phone?: string | null
          program: string
          status?: Database["public"]["Enums"]["registration_status"]
          terms_version?: string | null
          waitlisted_at?: string | null
          wants_newsletter?: boolean
          wants_waitlist?: boolean
        }
        Update: {
          accessibility?: string | null
          created_at?: string
          email?: string
          emergency_name?: string | null
          emergency_phone?: string | null
          emergency_relationship?: string | null
          experience?: string | null
          first_name?: string
          id?: string
          last_name?: string
          motivation?: string | null
          offered_until?: string | null
          organization?: string | null
          phone?: string | null
          program?: string
          status?: Database["public"]["Enums"]["registration_status"]
          terms_version?: string | null
          waitlisted_at?: string | null
          wants_newsletter?: boolean
          wants_waitlist?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "program_registrations_id_fkey"
            columns: ["id"]
            referencedRelation: "submissions"
            referencedColumns: ["id"]
          },
        ]
      }
      program_requirements: {
        Row: {
          created_at: string
          id: string
          kind: string
          matched: string
          months: number | null
          name: string
          program_id: string
          retired_at: string | null
          version: string | null
        }
        Insert: {
          created_at?: string
          id?: string
          kind: string
          matched?: never
          months?: number | null
          name: string
          program_id: string
          retired_at?: string | null
          version?: string | null
        }
        Update: {
          created_at?: string
          id?: string
          kind?: string
          matched?: never
          months?: number | null
          name?: string
          program_id?: string
          retired_at?: string | null
          version?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "program_requirements_program_id_fkey"
            columns: ["program_id"]
            referencedRelation: "programs"
            referencedColumns: ["id"]
          },
        ]
      }
      program_seats: {
        Row: {
          ends_on: string | null
          program: string
          seats: number | null
        }
        Insert: {
          ends_on?: string | null
          program: string
          seats?: number | null
        }
        Update: {
          ends_on?: string | null
          program?: string
          seats?: number | null
        }
        Relationships: []
      }
      program_trainers: {
        Row: {
          added_by: string | null
          program_id: string
          trainer_id: string
        }
        Insert: {
          added_by?: string | null
          program_id: string
          trainer_id: string
        }
        Update: {
          added_by?: string | null
          program_id?: string
          trainer_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "program_trainers_added_by_fkey"
            columns: ["added_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "program_trainers_program_id_fkey"
            columns: ["program_id"]
            referencedRelation: "programs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "program_trainers_trainer_id_fkey"
            columns: ["trainer_id"]
            referencedRelation: "trainers"
            referencedColumns: ["id"]
          },
        ]
      }
      programs: {
        Row: {
          closed_on: string | null
          created_at: string
          description: string | null
          end_date: string | null
          id: string
          manager_id: string | null
          name: string
          search_text: string | null
          start_date: string | null
          status: Database["public"]["Enums"]["program_status"]
          website_program: string | null
        }
        Insert: {
          closed_on?: string | null
          created_at?: string
          description?: string | null
          end_date?: string | null
          id?: string
          manager_id?: string | null
          name: string
          search_text?: never
          start_date?: string | null
          status?: Database["public"]["Enums"]["program_status"]
          website_program?: string | null
        }
        Update: {
          closed_on?: string | null
          created_at?: string
          description?: string | null
          end_date?: string | null
          id?: string
          manager_id?: string | null
          name?: string
          search_text?: never
          start_date?: string | null
          status?: Database["public"]["Enums"]["program_status"]
          website_program?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "programs_manager_id_fkey"
            columns: ["manager_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      saved_views: {
        Row: {
          id: string
          is_shared: boolean
          list: string
          name: string
          owner_id: string | null
          state: NonNullable<Json>
          table_name: string
        }
        Insert: {
          id?: string
          is_shared?: boolean
          list: string
          name: string
          owner_id?: string | null
          state: NonNullable<Json>
          table_name: string
        }
        Update: {
          id?: string
          is_shared?: boolean
          list?: string
          name?: string
          owner_id?: string | null
          state?: NonNullable<Json>
          table_name?: string
        }
        Relationships: [
          {
            foreignKeyName: "saved_views_owner_id_fkey"
            columns: ["owner_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      student_grades: {
        Row: {
          assessment_id: string | null
          course_id: string | null
          created_at: string
          grade: number | null
          id: string
          mentee_id: string | null
        }
        Insert: {
          assessment_id?: string | null
          course_id?: string | null
          created_at?: string
          grade?: number | null
          id?: string
          mentee_id?: string | null
        }
        Update: {
          assessment_id?: string | null
          course_id?: string | null
          created_at?: string
          grade?: number | null
          id?: string
          mentee_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "student_grades_assessment_id_fkey"
            columns: ["assessment_id"]
            referencedRelation: "assessments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "student_grades_course_id_fkey"
            columns: ["course_id"]
            referencedRelation: "courses"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "student_grades_mentee_id_fkey"
            columns: ["mentee_id"]
            referencedRelation: "mentees"
            referencedColumns: ["id"]
          },
        ]
      }
      submission_answers: {
        Row: {
          author_id: string | null
          author_name: string | null
          body: string
          created_at: string
          id: string
          subject: string
          submission_id: string
        }
        Insert: {
          author_id?: string | null
          author_name?: string | null
          body: string
          created_at?: string
          id?: string
          subject: string
          submission_id: string
        }
        Update: {
          author_id?: string | null
          author_name?: string | null
          body?: string
          created_at?: string
          id?: string
          subject?: string
          submission_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "submission_answers_submission_id_fkey"
            columns: ["submission_id"]
            referencedRelation: "submissions"
            referencedColumns: ["id"]
          },
        ]
      }
      submission_notes: {
        Row: {
          author_id: string | null
          author_name: string | null
          body: string
          created_at: string
          id: string
          is_from_applicant: boolean
          submission_id: string
        }
        Insert: {
          author_id?: string | null
          author_name?: string | null
          body: string
          created_at?: string
          id?: string
          is_from_applicant?: boolean
          submission_id: string
        }
        Update: {
          author_id?: string | null
          author_name?: string | null
          body?: string
          created_at?: string
          id?: string
          is_from_applicant?: boolean
          submission_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "submission_notes_submission_id_fkey"
            columns: ["submission_id"]
            referencedRelation: "submissions"
            referencedColumns: ["id"]
          },
        ]
      }
      submissions: {
        Row: {
          answered_at: string | null
          assignee_id: string | null
          closed_at: string | null
          created_at: string
          due_at: string
          email: string | null
          id: string
          kind: Database["public"]["Enums"]["submission_kind"]
          name: string | null
          person_id: string
          person_text: string | null
          phone: string | null
          program: string | null
          proved_at: string | null
          put_off_until: string
          reference: string
          search_text: string | null
          status: Database["public"]["Enums"]["submission_status"]
          telephones: string[] | null
          withdrawn_at: string | null
        }
        Insert: {
          answered_at?: string | null
          assignee_id?: string | null
          closed_at?: string | null
          created_at: string
          due_at: string
          email?: string | null
          id: string
          kind: Database["public"]["Enums"]["submission_kind"]
          name?: string | null
          person_id?: string
          person_text?: never
          phone?: string | null
          program?: string | null
          proved_at?: string | null
          put_off_until?: string
          reference: string
          search_text?: string | null
          status: Database["public"]["Enums"]["submission_status"]
          telephones?: never
          withdrawn_at?: string | null
        }
        Update: {
          answered_at?: string | null
          assignee_id?: string | null
          closed_at?: string | null
          created_at?: string
          due_at?: string
          email?: string | null
          id?: string
          kind?: Database["public"]["Enums"]["submission_kind"]
          name?: string | null
          person_id?: string
          person_text?: never
          phone?: string | null
          program?: string | null
          proved_at?: string | null
          put_off_until?: string
          reference?: string
          search_text?: string | null
          status?: Database["public"]["Enums"]["submission_status"]
          telephones?: never
          withdrawn_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "submissions_assignee_id_fkey"
            columns: ["assignee_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      tasks: {
        Row: {
          address: string | null
          assignee_id: string | null
          author_id: string | null
          body: string
          created_at: string
          done_at: string | null
          done_by: string | null
          donor_id: string | null
          due_on: string
          gift_id: string | null
          id: string
          match_id: string | null
          mentee_id: string | null
          mentor_id: string | null
          open_to: string[]
          program_id: string | null
          submission_id: string | null
          trainer_id: string | null
        }
        Insert: {
          address?: string | null
          assignee_id?: string | null
          author_id?: string | null
          body: string
          created_at?: string
          done_at?: string | null
          done_by?: string | null
          donor_id?: string | null
          due_on: string
          gift_id?: string | null
          id?: string
          match_id?: string | null
          mentee_id?: string | null
          mentor_id?: string | null
          open_to?: string[]
          program_id?: string | null
          submission_id?: string | null
          trainer_id?: string | null
        }
        Update: {
          address?: string | null
          assignee_id?: string | null
          author_id?: string | null
          body?: string
          created_at?: string
          done_at?: string | null
          done_by?: string | null
          donor_id?: string | null
          due_on?: string
          gift_id?: string | null
          id?: string
          match_id?: string | null
          mentee_id?: string | null
          mentor_id?: string | null
          open_to?: string[]
          program_id?: string | null
          submission_id?: string | null
          trainer_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "tasks_assignee_id_fkey"
            columns: ["assignee_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tasks_author_id_fkey"
            columns: ["author_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tasks_done_by_fkey"
            columns: ["done_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tasks_donor_id_fkey"
            columns: ["donor_id"]
            referencedRelation: "donors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tasks_gift_id_fkey"
            columns: ["gift_id"]
            referencedRelation: "donations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tasks_match_id_fkey"
            columns: ["match_id"]
            referencedRelation: "matches"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tasks_mentee_id_fkey"
            columns: ["mentee_id"]
            referencedRelation: "mentees"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tasks_mentor_id_fkey"
            columns: ["mentor_id"]
            referencedRelation: "mentors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tasks_program_id_fkey"
            columns: ["program_id"]
            referencedRelation: "programs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tasks_submission_id_fkey"
            columns: ["submission_id"]
            referencedRelation: "submissions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tasks_trainer_id_fkey"
            columns: ["trainer_id"]
            referencedRelation: "trainers"
            referencedColumns: ["id"]
          },
        ]
      }
      trainers: {
        Row: {
          bio: string | null
          created_at: string
          email: string | null
          first_name: string | null
          id: string
          last_name: string | null
          person_id: string
          phone: string | null
          search_text: string | null
          specialization: string | null
          status: Database["public"]["Enums"]["person_status"]
          telephones: string[] | null
          told: string[]
        }
        Insert: {
          bio?: string | null
          created_at?: string
          email?: string | null
          first_name?: string | null
          id?: string
          last_name?: string | null
          person_id?: string
          phone?: string | null
          search_text?: never
          specialization?: string | null
          status?: Database["public"]["Enums"]["person_status"]
          telephones?: never
          told?: string[]
        }
        Update: {
          bio?: string | null
          created_at?: string
          email?: string | null
          first_name?: string | null
          id?: string
          last_name?: string | null
          person_id?: string
          phone?: string | null
          search_text?: never
          specialization?: string | null
          status?: Database["public"]["Enums"]["person_status"]
          telephones?: never
          told?: string[]
        }
        Relationships: []
      }
      user_permissions: {
        Row: {
          granted_at: string
          granted_by: string | null
          permission_id: string
          user_id: string
        }
        Insert: {
          granted_at?: string
          granted_by?: string | null
          permission_id: string
          user_id: string
        }
        Update: {
          granted_at?: string
          granted_by?: string | null
          permission_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "user_permissions_granted_by_fkey"
            columns: ["granted_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_permissions_permission_id_fkey"
            columns: ["permission_id"]
            referencedRelation: "permissions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_permissions_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      user_roles: {
        Row: {
          given_at: string
          given_by: string | null
          role: Database["public"]["Enums"]["app_role"]
          user_id: string
        }
        Insert: {
          given_at?: string
          given_by?: string | null
          role: Database["public"]["Enums"]["app_role"]
          user_id: string
        }
        Update: {
          given_at?: string
          given_by?: string | null
          role?: Database["public"]["Enums"]["app_role"]
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "user_roles_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      view_uses: {
        Row: {
          is_pinned: boolean
          is_weekly: boolean
          last_total: number | null
          mailed_week: string | null
          user_id: string
          view_id: string
        }
        Insert: {
          is_pinned?: boolean
          is_weekly?: boolean
          last_total?: number | null
          mailed_week?: string | null
          user_id?: string
          view_id: string
        }
        Update: {
          is_pinned?: boolean
          is_weekly?: boolean
          last_total?: number | null
          mailed_week?: string | null
          user_id?: string
          view_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "view_uses_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "view_uses_view_id_fkey"
            columns: ["view_id"]
            referencedRelation: "saved_views"
            referencedColumns: ["id"]
          },
        ]
      }
      volunteer_applications: {
        Row: {
          availability: string | null
          created_at: string
          email: string | null
          experience: string | null
          first_name: string | null
          id: string
          interests: string[]
          last_name: string | null
          motivation: string | null
          phone: string | null
          status: Database["public"]["Enums"]["application_status"]
        }
        Insert: {
          availability?: string | null
          created_at?: string
          email?: string | null
          experience?: string | null
          first_name?: string | null
          id?: string
          interests?: string[]
          last_name?: string | null
          motivation?: string | null
          phone?: string | null
          status?: Database["public"]["Enums"]["application_status"]
        }
        Update: {
          availability?: string | null
          created_at?: string
          email?: string | null
          experience?: string | null
          first_name?: string | null
          id?: string
          interests?: string[]
          last_name?: string | null
          motivation?: string | null
          phone?: string | null
          status?: Database["public"]["Enums"]["application_status"]
        }
        Relationships: [
          {
            foreignKeyName: "volunteer_applications_id_fkey"
            columns: ["id"]
            referencedRelation: "submissions"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_seat: { Args: { token: string }; Returns: boolean }
      account_columns: {
        Args: { ids: string[] }
        Returns: {
          id: string
          open_work: number
          seen_at: string
        }[]
      }
      account_panel: { Args: { account: string }; Returns: Json }
      accounts_in_state: {
        Args: { state: string }
        Returns: {
          begun_by: string | null
          confirmed: boolean
          created_at: string
          email: string | null
          full_name: string | null
          id: string
          offered_role: Database["public"]["Enums"]["app_role"] | null
          person_id: string
          proven: boolean
          role: Database["public"]["Enums"]["app_role"]
          search_text: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "profiles"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      accounts_without_factor: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          name: string
        }[]
      }
      add_clearance: {
        Args: {
          done_on: string
          id: string
          kind: string
          name: string
          note?: string
          record: string
          valid_until?: string
          version?: string
        }
        Returns: undefined
      }
      add_concern_step: {
        Args: { body?: string; concern: string; kind: string; step: string }
        Returns: undefined
      }
      add_file: {
        Args: {
          hash?: string
          id: string
          kind: string
          name: string
          record: string
          size: number
        }
        Returns: undefined
      }
      add_meeting: { Args: { meeting: Json }; Returns: string }
      add_message: { Args: { body: string; token: string }; Returns: boolean }
      add_person_note: {
        Args: { body: string; id: string; kind: string; person: string }
        Returns: undefined
      }
      admins_to_ask: { Args: Record<PropertyKey, never>; Returns: string[] }
      advance_campaigns: { Args: Record<PropertyKey, never>; Returns: number }
      all_suggestions: { Args: { after_id?: string }; Returns: Json }
      answer_blocker: { Args: { submission: string }; Returns: string }
      answer_consent: {
        Args: { answer: string; kind: string; token: string; version: number }
        Returns: Json
      }
      answers_of: {
        Args: { submission: string }
        Returns: {
          author_name: string
          body: string
          created_at: string
          delivery: string
          id: string
          reason: string
          subject: string
        }[]
      }
      apply_gift: {
        Args: { gift: string; pledge: string; replaced?: string }
        Returns: undefined
      }
      ask_consent: {
        Args: {
          address?: string
          adult: string
          batch: string
          children: string[]
          kinds: string[]
          road: string
        }
        Returns: Json
      }
      assign_submissions: {
        Args: { from_assignee: string[]; ids: string[]; to_assignee: string[] }
        Returns: string[]
      }
      assignable_people: {
        Args: { after_id?: string; kind: string }
        Returns: {
          email: string
          first_name: string
          id: string
          last_name: string
        }[]
      }
      attendance_sheet: {
        Args: { meeting: string }
        Returns: {
          first_name: string
          last_name: string
          marked_at: string
          marker_name: string
          mentee_id: string
          missing: string[]
          status: Database["public"]["Enums"]["attendance_status"]
        }[]
      }
      batch_book: {
        Args: { before?: string }
        Returns: {
          created_at: string
          deposited: number
          deposited_on: string
          discarded_at: string
          discarded_by: string
          expected_total: number
          gifts: number
          id: string
          posted_at: string
          posted_by: string
          returns: Json
          total: number
        }[]
      }
      begin_import: {
        Args: {
          file_name: string
          import: string
          into_table: string
          is_attested?: boolean
          row_count: number
        }
        Returns: undefined
      }
      begin_invitation: {
        Args: {
          address: string
          new_role: Database["public"]["Enums"]["app_role"]
          permission_ids?: string[]
        }
        Returns: Json
      }
      begin_user_creation: { Args: { address: string }; Returns: string }
      campaign_audience: {
        Args: { again?: boolean; audience: string; fields?: string[] }
        Returns: {
          counted_at: string
          deceased: number
          do_not_contact: number
          duplicates: number
          invalid: number
          is_counting: boolean
          recipients: number
          sample_gifts: Json
          sample_name: string
          undeliverable: number
          unsubscribed: number
          without_fund: number
          without_gift: number
          without_gift_this_year: number
          without_name: number
        }[]
      }
      campaign_outcomes: {
        Args: {
          at_most?: number
          campaign: string
          of_state?: string
          search?: string
          skipped?: number
        }
        Returns: {
          id: string
          reason: string
          recipient: string
          sent_at: string
          state: string
          total: number
        }[]
      }
      campaign_progress: {
        Args: { campaign: string }
        Returns: {
          addresses_shown: boolean
          cancelled: number
          failed: number
          is_cancelling: boolean
          rate_per_minute: number
          sent: number
          status: Database["public"]["Enums"]["campaign_status"]
          suppressed: number
          unqueued: number
          waiting: number
        }[]
      }
      cancel_campaign: { Args: { campaign: string }; Returns: undefined }
      change_mail_settings: {
        Args: { double_opt_in?: boolean; rate?: number; receipts?: boolean }
        Returns: undefined
      }
      change_own_meeting: {
        Args: { changes: Json; meeting: string; replaced?: Json }
        Returns: undefined
      }
      change_retention: {
        Args: { from_kept: number; of_rule: string; to_kept: number }
        Returns: undefined
      }
      choose_columns: {
        Args: { chosen: string[]; of_list: string }
        Returns: undefined
      }
      choose_notices: {
        Args: {
          chosen: Database["public"]["Enums"]["notice_choice"]
          of_kind: Database["public"]["Enums"]["submission_kind"]
        }
        Returns: undefined
      }
      choose_subscription: { Args: { subscribed: boolean }; Returns: undefined }
      claim_mails: {
        Args: {
          at_most: number
          claiming: string
          link_key: string
          sending_with: string
        }
        Returns: {
          data: Json
          id: string
          kind: string
          recipient: string
          unsubscribe_token: string
        }[]
      }
      close_month: {
        Args: { net: number; of_month: string }
        Returns: undefined
      }
      closed_months: { Args: Record<PropertyKey, never>; Returns: string[] }
      concern_recipients: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          name: string
        }[]
      }
      confirm_receipt_wording: {
        Args: { given: Json; given_issuer: string[] }
        Returns: undefined
      }
      confirm_staff_accounts: { Args: { seen: Json }; Returns: undefined }
      confirm_subscription: { Args: { token: string }; Returns: boolean }
      consent_request: { Args: { token: string }; Returns: Json }
      convert_submission: {
        Args: {
          entered?: Json
          person: string
          program?: string
          submission: string
          target: string
        }
        Returns: undefined
      }
      correct_gift: {
        Args: { entered_again?: string; gift: Json; reason: string }
        Returns: Json
      }
      correct_meeting: {
        Args: { changes: Json; meeting: string; replaced: Json }
        Returns: undefined
      }
      course_mentees: {
        Args: { course: string }
        Returns: {
          email: string
          first_name: string
          grades: Json
          last_name: string
          mentee_id: string
          position: number
          state: Database["public"]["Enums"]["enrolment_state"]
        }[]
      }
      covering: {
        Args: Record<PropertyKey, never>
        Returns: {
          account: string
          account_id: string
          due: number
          ends_on: string
          submissions: number
          tasks: number
        }[]
      }
      covers: {
        Args: Record<PropertyKey, never>
        Returns: {
          account: string
          account_id: string
          cover: string
          cover_id: string
          ends_on: string
          id: string
          is_now: boolean
          starts_on: string
        }[]
      }
      dashboard_stats: {
        Args: Record<PropertyKey, never>
        Returns: {
          active_course_count: number
          average_grade: number
          campaign_count: number
          donation_total: number
          grade_count: number
          mentee_count: number
          mentor_count: number
        }[]
      }
      decline_erasure: { Args: { subject: string }; Returns: boolean }
      delete_pledge: { Args: { pledge: string }; Returns: undefined }
      demand_second_factor: { Args: { demanded: boolean }; Returns: undefined }
      discard_batch: { Args: { batch: string }; Returns: undefined }
      dismiss_suggestion: {
        Args: { dismissed: boolean; other: string; person: string }
        Returns: undefined
      }
      donations_by_month: {
        Args: Record<PropertyKey, never>
        Returns: {
          donation_count: number
          month: string
          total: number
        }[]
      }
      donor_receipt: { Args: { donor: string; of_year: number }; Returns: Json }
      donor_years: {
        Args: { donor: string }
        Returns: {
          deductible: number
          gift_count: number
          total: number
          year: number
        }[]
      }
      donors_by_post: {
        Args: { ids: string[] }
        Returns: {
          address: Json
          id: string
          refusal: string
        }[]
      }
      due_clearances: {
        Args: { program?: string }
        Returns: {
          kind: string
          name: string
          person_name: string
          program_id: string
          program_name: string
          record_id: string
          state: string
          total: number
          until: string
          version: string
        }[]
      }
      end_cover: { Args: { cover: string }; Returns: undefined }
      end_exemption: { Args: { exemption: string }; Returns: undefined }
      end_monthly_gift: {
        Args: { ended_at: string; event_id: string; subscription: string }
        Returns: boolean
      }
      enrol: {
        Args: { course: string; mentee: string }
        Returns: Database["public"]["Enums"]["enrolment_state"]
      }
      enrollable_mentees: {
        Args: { course: string; search: string }
        Returns: {
          email: string
          first_name: string
          id: string
          last_name: string
        }[]
      }
      enter_gift: { Args: { anyway?: boolean; gift: Json }; Returns: Json }
      erase_person: {
        Args: {
          chosen: string[]
          contact?: string
          identity: string
          reason: string
          seen: string
          subject: string
        }
        Returns: Json
      }
      exempt: {
        Args: {
          ends_on: string
          id: string
          reason: string
          record: string
          requirement: string
          starts_on?: string
        }
        Returns: undefined
      }
      export_journal: {
        Args: { of_month: string; skipped?: number }
        Returns: Json
      }
      failed_mails: {
        Args: Record<PropertyKey, never>
        Returns: {
          error: string
          failed_at: string
          id: string
          is_delayed: boolean
          kind: string
          may_retry: boolean
          recipient: string
        }[]
      }
      family_card: {
        Args: { children: string[]; others: string[] }
        Returns: Json
      }
      family_consents: { Args: { children: string[] }; Returns: Json }
      file_work: {
        Args: { everything: boolean }
        Returns: {
          name: string
          work: string
        }[]
      }
      find_duplicates: {
        Args: { by_columns: string[]; candidates: Json; into_table: string }
        Returns: number[]
      }
      find_meeting: {
        Args: { meeting: string }
        Returns: {
          attended: number
          day: string
          duplicate_of: string
          has_note: boolean
          id: string
          is_collected: boolean
          marked: number
          match_id: string
          mentee_id: string
          mentee_name: string
          mentor_name: string
          minutes: number
          missed_by: string
          needs_consents: string[]
          outcome: Database["public"]["Enums"]["meeting_outcome"]
          place: string
          program_id: string
          recorder_name: string
          title: string
          topics: string
        }[]
      }
      finish_user_creation: {
        Args: {
          new_role: Database["public"]["Enums"]["app_role"]
          permission_ids?: string[]
          target_email: string
          target_user_id: string
        }
        Returns: undefined
      }
      fitting_mentors: {
        Args: { mentee: string; program: string }
        Returns: Json
      }
      fund_balances: {
        Args: Record<PropertyKey, never>
        Returns: {
          balance: number
          given: number
          id: string
          name: string
          purpose: string
          refunded: number
          spent: number
        }[]
      }
      gifts_of_batch: {
        Args: { batch: string }
        Returns: {
          amount: number | null
          batch_id: string | null
          booked_day: string
          booked_on: string | null
          campaign: string | null
          change_reason: string | null
          created_at: string
          currency: string | null
          deductible: number | null
          description: string | null
          donation_type: string
          donor_email: string | null
          donor_name: string
          donor_phone: string | null
          entered_at: string | null
          estimate: number | null
          exchange: string | null
          exchange_value: number | null
          fund_id: string | null
          gift_pledge_id: string | null
          id: string
          is_kept: boolean
          is_picked: boolean
          is_posted: boolean
          legal_donor_id: string | null
          legal_donor_name: string | null
          matched_gift_id: string | null
          method: string | null
          note: string | null
          original_amount: number | null
          payment_id: string | null
          person_id: string
          rate: number | null
          rate_on: string | null
          reference: string | null
          refunded: number
          search_text: string | null
          split_id: string | null
          told: string[]
          tribute: string | null
          tribute_name: string | null
          voided_at: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "donations"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      going_home: { Args: { meeting: string }; Returns: Json }
      hand_on_program: {
        Args: { manager: string; program: string; replaced?: string }
        Returns: undefined
      }
      hand_over: { Args: { chosen: string[]; subject: string }; Returns: Json }
      hand_over_work: {
        Args: { account: string; heirs: Json }
        Returns: number
      }
      held_meetings: {
        Args: { program: string }
        Returns: {
          created_at: string
          day: string
          id: string
          match_id: string
          mentor: string
          minutes: number
          missed_by: string
          outcome: Database["public"]["Enums"]["meeting_outcome"]
          reason: string
        }[]
      }
      home_figures: {
        Args: Record<PropertyKey, never>
        Returns: {
          items: number
          label: string
          line: string
          panel: string
          target: string
        }[]
      }
      import_of: {
        Args: { record: string }
        Returns: {
          created_at: string
          file_name: string
          imported_by_name: string
        }[]
      }
      import_rows: {
        Args: { from_row: number; import: string; rows: Json }
        Returns: number
      }
      import_state: {
        Args: { import: string }
        Returns: {
          along: Json
          changed: number
          kept: number
          unsubscribed: number
          untouched: number
        }[]
      }
      imports_of: {
        Args: { into_table: string }
        Returns: {
          created_at: string
          ends_at: string
          file_name: string
          id: string
          imported_by_name: string
          received: number
          row_count: number
          rows_left: number
          undone_at: string
        }[]
      }
      invitations: {
        Args: Record<PropertyKey, never>
        Returns: {
          email: string
          ended_at: string
          expires_at: string
          id: string
          invited_at: string
          invited_by: string
          name: string
          permission_ids: string[]
          role: Database["public"]["Enums"]["app_role"]
          state: string
          user_id: string
        }[]
      }
      is_selective: { Args: { kind: string; search: string }; Returns: boolean }
      issue_captcha_pass: { Args: Record<PropertyKey, never>; Returns: string }
      issue_donor_receipt: {
        Args: { donor: string; of_year: number; way: string }
        Returns: Json
      }
      issued_receipts: {
        Args: { donor: string }
        Returns: {
          id: string
          is_right: boolean
          is_withdrawn: boolean
          issued_at: string
          mail_state: string
          mailed_at: string
          number: string
          opened_at: string
          printed_at: string
          replaced_by: string[]
          replaces: string[]
          total: number
          year: number
        }[]
      }
      journal: { Args: { of_month: string }; Returns: Json }
      keep_both_meetings: { Args: { meeting: string }; Returns: undefined }
      leave_team: {
        Args: { account: string; heirs: Json; leaving: string }
        Returns: number
      }
      leaver_work: {
        Args: { account: string }
        Returns: {
          heirs: Json
          items: number
          kind: string
          part: string
        }[]
      }
      letters: { Args: { ids: string[]; list: string }; Returns: Json }
      lift_suppression: {
        Args: { address: string; reason: string }
        Returns: boolean
      }
      link_mentor_account: {
        Args: { address: string; link: string; mentor: string }
        Returns: undefined
      }
      list_concerns: {
        Args: { after_id?: string; closed?: boolean }
        Returns: {
          id: string
          is_danger: boolean
          reference: string
          reported_at: string
          reporter_name: string
          state: string
        }[]
      }
      list_meetings: {
        Args: {
          before?: string
          before_id?: string
          kind?: string
          of_match?: string
          program: string
        }
        Returns: {
          attended: number
          day: string
          duplicate_of: string
          has_note: boolean
          id: string
          is_collected: boolean
          marked: number
          match_id: string
          mentee_id: string
          mentee_name: string
          mentor_name: string
          minutes: number
          missed_by: string
          needs_consents: string[]
          outcome: Database["public"]["Enums"]["meeting_outcome"]
          place: string
          program_id: string
          recorder_name: string
          title: string
          topics: string
        }[]
      }
      log_contact: {
        Args: {
          day: string
          id: string
          match: string
          met: string[]
          note?: string
        }
        Returns: undefined
      }
      log_export: {
        Args: {
          exported_table: string
          filters: Json
          protected_of?: string[]
          reason?: string
          row_count: number
        }
        Returns: undefined
      }
      log_own_meeting: {
        Args: {
          day: string
          is_today?: boolean
          match: string
          meeting: string
          minutes: number
          missed_by?: string
          outcome: string
          pressed_at?: string
          sent_at?: string
          zone_minutes?: number
        }
        Returns: string
      }
      mail_outcome: {
        Args: { mail: string }
        Returns: {
          error: string
          state: string
        }[]
      }
      mail_receipts: { Args: { of_year: number }; Returns: number }
      mail_status: {
        Args: Record<PropertyKey, never>
        Returns: {
          double_opt_in: boolean
          failed_today: number
          last_run_at: string
          oldest_waiting: string
          rate_per_minute: number
          receipts: boolean
          sent_today: number
          suppressed_addresses: number
          transport: string
          waiting: number
        }[]
      }
      make_recovery_codes: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      mark_point: {
        Args: {
          marks: Json
          person: string
          point: string
          point_kind: string
          replaced: Json
        }
        Returns: undefined
      }
      match_details: { Args: { match: string }; Returns: Json }
      meeting_hours: {
        Args: { first: string; last: string; program?: string }
        Returns: {
          doubtful: number
          meetings: number
          mentor_id: string
          mentor_name: string
          minutes: number
          month: string
          program_id: string
          program_name: string
        }[]
      }
      meeting_matches: {
        Args: { program: string }
        Returns: {
          id: string
          mentee_name: string
          mentor_name: string
          status: Database["public"]["Enums"]["match_status"]
        }[]
      }
      meeting_note: { Args: { meeting: string }; Returns: Json }
      mentor_account: { Args: { mentor: string }; Returns: Json }
      mentor_page: { Args: Record<PropertyKey, never>; Returns: Json }
      merge_people: {
        Args: {
          choices?: Json
          kept: string
          kind: string
          merged: string
          seen: Json
          taken: string[]
        }
        Returns: string
      }
      merge_persons: {
        Args: { choices?: Json; kept: string; merge: string; merged: string }
        Returns: undefined
      }
      merge_preview: { Args: { kept: string; merged: string }; Returns: Json }
      merges_of: {
        Args: { kept: string; kind: string }
        Returns: {
          actor_name: string
          created_at: string
          id: string
          merged_name: string
        }[]
      }
      monthly_gifts: {
        Args: { donor?: string; skipped?: number }
        Returns: {
          amount: number
          donor_id: string
          donor_name: string
          ended_at: string
          failing_since: string
          id: string
          paid_at: string
        }[]
      }
      namesakes_of: {
        Args: { donors: Json }
        Returns: {
          hint: string
          is_found: boolean
          kinds: string[]
          last_gift: number
          last_gift_at: string
          name: string
          person: string
          row_number: number
        }[]
      }
      note_deposit: {
        Args: {
          amount: number
          batch: string
          deposited_on: string
          replaced: number
        }
        Returns: undefined
      }
      note_payout_deposit: {
        Args: {
          amount: number
          deposited_on: string
          payout: string
          replaced: number
        }
        Returns: undefined
      }
      note_refused_payment_event: {
        Args: { reason: string }
        Returns: undefined
      }
      note_thanks: { Args: { thanked: Json }; Returns: string[] }
      numbers_for_mentors: { Args: { mentee: string }; Returns: Json }
      offer_role: {
        Args: {
          new_role: Database["public"]["Enums"]["app_role"]
          permission_ids?: string[]
          target_email: string
          target_user_id: string
        }
        Returns: undefined
      }
      open_concern: { Args: { concern: string }; Returns: Json }
      open_file: { Args: { file: string; reason: string }; Returns: undefined }
      open_going_home: { Args: { meeting: string }; Returns: undefined }
      openings_of: {
        Args: { kind: string; record: string }
        Returns: {
          actor_name: string
          opened_at: string
          reason: string
        }[]
      }
      own_address: { Args: Record<PropertyKey, never>; Returns: string }
      own_concerns: {
        Args: Record<PropertyKey, never>
        Returns: {
          acknowledged_at: string
          is_unread: boolean
          reference: string
          reported_at: string
        }[]
      }
      own_gifts: {
        Args: Record<PropertyKey, never>
        Returns: {
          amount: number
          campaign: string
          description: string
          donation_type: string
          given_at: string
          is_void: boolean
          refunded: number
        }[]
      }
      own_invitation: { Args: Record<PropertyKey, never>; Returns: Json }
      own_mentoring: { Args: Record<PropertyKey, never>; Returns: boolean }
      own_receipt: { Args: { donor?: string; of_year: number }; Returns: Json }
      own_receipts: {
        Args: Record<PropertyKey, never>
        Returns: {
          donor_name: string
          id: string
          is_withdrawn: boolean
          issued_at: string
          number: string
          replaced_by: string[]
          year: number
        }[]
      }
      own_second_factor: {
        Args: Record<PropertyKey, never>
        Returns: {
          has_codes: boolean
          is_demanded: boolean
        }[]
      }
      own_submissions: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          due_at: string
          kind: Database["public"]["Enums"]["submission_kind"]
          reference: string
          stage: string
        }[]
      }
      own_subscription: { Args: Record<PropertyKey, never>; Returns: string }
      own_years: {
        Args: Record<PropertyKey, never>
        Returns: {
          deductible: number
          donor: string
          donor_name: string
          gift_count: number
          total: number
          year: number
        }[]
      }
      pause_campaign: { Args: { campaign: string }; Returns: undefined }
      payout_book: {
        Args: { skipped?: number }
        Returns: {
          amount: number
          arrives_on: string
          deposited: number
          deposited_on: string
          id: string
          is_failed: boolean
        }[]
      }
      people_at: {
        Args: { person: string }
        Returns: {
          addresses: string[]
          id: string
          kinds: string[]
          name: string
          phones: string[]
          shared: string
        }[]
      }
      period_figures: {
        Args: { days: number }
        Returns: {
          figure: string
          period_before: number
          this_period: number
        }[]
      }
      person: {
        Args: { person: string }
        Returns: {
          amount: number
          area: string
          happened_at: string
          id: string
          kind: string
          name: string
          status: string
          title: string
          total: number
          total_amount: number
        }[]
      }
      person_due: {
        Args: { person: string }
        Returns: {
          due_at: string
          id: string
          kind: string
          reference: string
        }[]
      }
      person_files: {
        Args: { person: string }
        Returns: {
          author_name: string
          created_at: string
          created_by: string
          id: string
          name: string
          record_id: string
          record_kind: string
          record_name: string
          refusal: string
          size: number
          state: Database["public"]["Enums"]["file_state"]
          type: string
        }[]
      }
      person_merges_of: {
        Args: { person: string }
        Returns: {
          actor_name: string
          created_at: string
          id: string
          name: string
        }[]
      }
      person_suggestions: {
        Args: { person: string }
        Returns: {
          addresses: string[]
          id: string
          name: string
          partner: string
          partner_name: string
          reason: string
        }[]
      }
      person_ties: { Args: { person: string }; Returns: Json }
      person_timeline: {
        Args: {
          before_at?: string
          before_id?: string
          only_kind?: string
          person: string
        }
        Returns: {
          amount: number
          author: string
          body: string
          detail: string
          happened_at: string
          id: string
          is_own: boolean
          kind: string
          remaining: number
          source: string
          source_id: string
          state: string
          title: string
        }[]
      }
      pinned_views: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          is_own: boolean
          list: string
          name: string
          table_name: string
          total: number
        }[]
      }
      pledge_book: {
        Args: { donor?: string; listed?: string; skipped?: number }
        Returns: Json[]
      }
      pledge_counts: {
        Args: Record<PropertyKey, never>
        Returns: {
          listed: string
          pledges: number
          total: number
        }[]
      }
      pledges_of_gifts: { Args: { gifts: string[] }; Returns: Json[] }
      pledges_of_month: {
        Args: { of_month: string }
        Returns: {
          closing: number
          fund: string
          opening: number
          paid: number
          pledged: number
          written_off: number
        }[]
      }
      post_batch: { Args: { batch: string }; Returns: undefined }
      preview_erasure: {
        Args: { chosen?: string[]; subject: string }
        Returns: Json
      }
      print_receipts: {
        Args: { new_pile: string; of_year: number }
        Returns: number
      }
      program_header: { Args: { program: string }; Returns: Json }
      program_managers: {
        Args: { program: string }
        Returns: {
          full_name: string
          id: string
        }[]
      }
      program_matches: {
        Args: {
          before?: string
          before_id?: string
          program: string
          view?: string
        }
        Returns: Json
      }
      program_roster: {
        Args: {
          after_id?: string
          after_name?: string
          of_kind: string
          program: string
          search?: string
        }
        Returns: {
          consents: Json
          email: string
          first_name: string
          has_guardian: boolean
          id: string
          last_name: string
          partners: string[]
          sorted_by: string
          status: Database["public"]["Enums"]["person_status"]
          total: number
          unmet: Json
          until: string
        }[]
      }
      program_standings: {
        Args: Record<PropertyKey, never>
        Returns: {
          confirmed: number
          ends_on: string
          offered: number
          program: string
          seats: number
          undecided: number
          waiting: number
        }[]
      }
      promises_kept: {
        Args: { days: number }
        Returns: {
          due: number
          due_before: number
          kept: number
          kept_before: number
          kind: Database["public"]["Enums"]["submission_kind"]
          median_hours: number
          median_hours_before: number
        }[]
      }
      propose_match: {
        Args: {
          deputy?: string
          id: string
          meetings?: number
          mentee: string
          mentor: string
          program: string
          supervisor?: string
        }
        Returns: undefined
      }
      protected_fields: { Args: { submission: string }; Returns: Json }
      protected_values: { Args: { ids: string[]; kind: string }; Returns: Json }
      put_off: {
        Args: {
          note?: string
          reason?: string
          submission: string
          until_day?: string
          when_they_reply?: boolean
        }
        Returns: string
      }
      receipt_on_record: { Args: { receipt: string }; Returns: Json }
      receipt_pile: { Args: { of_pile: string }; Returns: Json }
      receipt_piles: {
        Args: { of_year: number }
        Returns: {
          pile: string
          printed_at: string
          receipts: number
        }[]
      }
      receipt_progress: {
        Args: { of_year: number }
        Returns: {
          failed: number
          rate_per_minute: number
          sent: number
          unqueued: number
          waiting: number
        }[]
      }
      receipt_questions: {
        Args: { of_year: number }
        Returns: {
          donor_id: string
          email: string
          label: string
          name: string
          question: string
          said: string
        }[]
      }
      receipt_run: {
        Args: { of_year: number }
        Returns: {
          donors: number
          given: number
          new_versions: number
          no_address: number
          not_contacted: number
          to_mail: number
          to_print: number
        }[]
      }
      receipt_wording: { Args: Record<PropertyKey, never>; Returns: Json }
      receipts_without_address: {
        Args: { of_year: number; skipped?: number }
        Returns: {
          donor_id: string
          email: string
          name: string
          reason: string
          total: number
        }[]
      }
      recent_leavings: {
        Args: Record<PropertyKey, never>
        Returns: {
          account: string
          account_id: string
          ended_by: string
          id: string
          items: number
          left_at: string
        }[]
      }
      record_clearances: {
        Args: { of_kind: string; record: string }
        Returns: Json
      }
      record_collection: {
        Args: {
          adult?: string
          id: string
          meeting: string
          mentee: string
          someone?: string
        }
        Returns: undefined
      }
      record_concern_opening: { Args: { concern: string }; Returns: undefined }
      record_consent: {
        Args: {
          adult: string
          answer: string
          answer_id: string
          child: string
          kind: string
          note: string
          version: number
        }
        Returns: undefined
      }
      record_failed_payment: {
        Args: { event_id: string; failure: Json }
        Returns: boolean
      }
      record_family_opening: { Args: { person: string }; Returns: undefined }
      record_file_check: {
        Args: {
          file: string
          hash: string
          refusal: string
          size: number
          type: string
          version: string
        }
        Returns: Json
      }
      record_hand_over: {
        Args: {
          chosen: string[]
          contact?: string
          identity: string
          subject: string
        }
        Returns: undefined
      }
      record_mail: {
        Args: {
          claimed_by: string
          mail: string
          outcome: string
          reason?: string
          sent_as?: string
        }
        Returns: boolean
      }
      record_mail_event: {
        Args: {
          addresses: string[]
          detail: string
          event_ids: string[]
          mail: string
          outcome: string
          sent_as: string
        }
        Returns: boolean
      }
      record_opening: { Args: { submission: string }; Returns: boolean }
      record_openings: {
        Args: { ids: string[]; kind: string }
        Returns: undefined
      }
      record_payment_card: {
        Args: {
          customer: string
          event_id: string
          expires_on: string
          seen_at: string
        }
        Returns: boolean
      }
      record_payment_event: {
        Args: {
          event_id: string
          gift?: Json
          payment?: string
          pays?: string
          refunded?: number
          reversal?: Json
          told_at?: string
        }
        Returns: boolean
      }
      record_payout: {
        Args: { event_id: string; payout: Json }
        Returns: boolean
      }
      record_visit: { Args: Record<PropertyKey, never>; Returns: string }
      refund_gift: {
        Args: {
          amount: number
          fee?: number
          gift: string
          reason: string
          refunded_before: number
          return_id?: string
          returned_on?: string
        }
        Returns: undefined
      }
      release_number: {
        Args: { adult: string; is_released: boolean; match: string }
        Returns: undefined
      }
      remove_assessment: { Args: { assessment: string }; Returns: undefined }
      remove_contact: { Args: { contact: string }; Returns: undefined }
      remove_file: { Args: { file: string }; Returns: undefined }
      remove_meeting: { Args: { meeting: string }; Returns: undefined }
      remove_own_meeting: { Args: { meeting: string }; Returns: undefined }
      remove_person_note: { Args: { note: string }; Returns: undefined }
      rename_file: {
        Args: { file: string; name: string; replaced: string }
        Returns: undefined
      }
      rename_group: {
        Args: { grp: string; name: string; replaced: string }
        Returns: undefined
      }
      reopen_month: {
        Args: { of_month: string; reason: string }
        Returns: undefined
      }
      reopen_pledge: { Args: { pledge: string }; Returns: undefined }
      report_concern: {
        Args: {
          body: string
          child?: string
          child_name: string
          concern: string
          happened: string
          is_danger: boolean
          not_to?: string[]
        }
        Returns: string
      }
      requirement_marks: {
        Args: { after_id?: string; of_kind: string; program: string }
        Returns: {
          id: string
          unmet: Json
          until: string
        }[]
      }
      requires_double_opt_in: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      reset_second_factor: { Args: { account: string }; Returns: undefined }
      restore_file: { Args: { file: string }; Returns: undefined }
      resume_campaign: { Args: { campaign: string }; Returns: undefined }
      retention_due: {
        Args: { if_kept?: number; of_rule?: string }
        Returns: {
          due: number
          newest: string
          oldest: string
          rule: string
        }[]
      }
      retention_rules: {
        Args: Record<PropertyKey, never>
        Returns: {
          error: string
          failed_at: string
          is_cleared: boolean
          kept: number
          last_rows: number
          last_run_at: string
          longest: number
          next_at: string
          rule: string
          shortest: number
          title: string
          unit: string
        }[]
      }
      retry_mail: { Args: { mail: string }; Returns: boolean }
      reviewers: {
        Args: Record<PropertyKey, never>
        Returns: {
          full_name: string
          id: string
          may_review: boolean
        }[]
      }
      safeguarding_leads: {
        Args: Record<PropertyKey, never>
        Returns: {
          added_at: string
          id: string
          is_reachable: boolean
          name: string
        }[]
      }
      save_address: {
        Args: { address: Json; person: string; replaced: Json }
        Returns: undefined
      }
      save_attendance: { Args: { cells: Json; meeting: string }; Returns: Json }
      save_consent_text: {
        Args: { kind: string; replaced: number; words: string }
        Returns: undefined
      }
      save_family: { Args: { family: Json; seen: Json }; Returns: undefined }
      save_grade: {
        Args: {
          assessment: string
          given?: number
          mentee: string
          replaced?: number
        }
        Returns: undefined
      }
      save_household: {
        Args: { grp: string; is_undo?: boolean; people: string[] }
        Returns: undefined
      }
      save_match: {
        Args: { changes: Json; match: string; replaced?: Json }
        Returns: undefined
      }
      save_member: {
        Args: { grp: string; made?: Json; person: string; role: string }
        Returns: undefined
      }
      save_pledge: {
        Args: { installments: Json; pledge: Json; replaced?: Json }
        Returns: Json
      }
      save_point: {
        Args: {
          person: string
          point: string
          point_kind: string
          records?: string[]
          typed: string
        }
        Returns: undefined
      }
      save_program_assignments: {
        Args: {
          added_mentees?: string[]
          added_mentors?: string[]
          added_trainers?: string[]
          removed_mentees?: string[]
          removed_mentors?: string[]
          removed_trainers?: string[]
          target_program_id: string
        }
        Returns: undefined
      }
      save_protected: {
        Args: { changes: Json; kind: string; record: string; replaced?: Json }
        Returns: undefined
      }
      save_receipt_wording: {
        Args: { given: Json; replaced: Json }
        Returns: undefined
      }
      save_traits: {
        Args: { changes: Json; person: string; replaced: Json }
        Returns: undefined
      }
      save_view: {
        Args: { pinned?: boolean; view: Json; weekly?: boolean }
        Returns: undefined
      }
      search_answer_templates: {
        Args: { search: string }
        Returns: {
          body: string
          created_at: string
          id: string
          kind: string
          name: string
          search_text: string | null
          subject: string
        }[]
        SetofOptions: {
          from: "*"
          to: "answer_templates"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_change_log: {
        Args: { search: string }
        Returns: {
          about: string[] | null
          action: Database["public"]["Enums"]["log_action"]
          actor_id: string | null
          actor_name: string | null
          changes: Json | null
          created_at: string
          id: string
          record_id: string | null
          record_kind: string
          record_name: string | null
          search_text: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "change_log"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_courses: {
        Args: { search: string }
        Returns: {
          capacity: number | null
          category: string | null
          created_at: string
          description: string | null
          duration: string | null
          end_date: string | null
          id: string
          search_text: string | null
          start_date: string | null
          status: Database["public"]["Enums"]["course_status"]
          title: string
        }[]
        SetofOptions: {
          from: "*"
          to: "courses"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_donations: {
        Args: { search: string }
        Returns: {
          amount: number | null
          batch_id: string | null
          booked_day: string
          booked_on: string | null
          campaign: string | null
          change_reason: string | null
          created_at: string
          currency: string | null
          deductible: number | null
          description: string | null
          donation_type: string
          donor_email: string | null
          donor_name: string
          donor_phone: string | null
          entered_at: string | null
          estimate: number | null
          exchange: string | null
          exchange_value: number | null
          fund_id: string | null
          gift_pledge_id: string | null
          id: string
          is_kept: boolean
          is_picked: boolean
          is_posted: boolean
          legal_donor_id: string | null
          legal_donor_name: string | null
          matched_gift_id: string | null
          method: string | null
          note: string | null
          original_amount: number | null
          payment_id: string | null
          person_id: string
          rate: number | null
          rate_on: string | null
          reference: string | null
          refunded: number
          search_text: string | null
          split_id: string | null
          told: string[]
          tribute: string | null
          tribute_name: string | null
          voided_at: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "donations"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_donors: {
        Args: { search: string }
        Returns: {
          created_at: string
          deductible: number
          email: string | null
          frequency: string | null
          frequency_ends_at: string | null
          gift_count: number
          id: string
          last_gift_at: string
          lifetime: number
          moved_count: number
          moved_total: number
          name: string
          number: number
          payment_failing_since: string | null
          search_text: string | null
          thank_for_at: string | null
          thanked_until: string | null
          thanks: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "donors"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_email_campaigns: {
        Args: { search: string }
        Returns: {
          cancelled_at: string | null
          content: string
          created_at: string
          id: string
          name: string
          name_fallback: string
          recipient_count: number
          scheduled_at: string | null
          scheduled_by: string | null
          search_text: string | null
          sent_count: number
          status: Database["public"]["Enums"]["campaign_status"]
          subject: string
          target_audience: string
        }[]
        SetofOptions: {
          from: "*"
          to: "email_campaigns"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_faults: {
        Args: { search: string }
        Returns: {
          browser: string | null
          created_at: string
          fingerprint: string
          fixed_at: string | null
          id: string
          last_at: string
          message: string
          occurrences: number
          page: string
          place: Database["public"]["Enums"]["fault_place"]
          search_text: string | null
          stack: string | null
          state: string
          told_at: string | null
          version: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "faults"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_files: {
        Args: { search: string }
        Returns: {
          author_name: string
          created_at: string
          created_by: string
          id: string
          name: string
          record_id: string
          record_kind: string
          record_name: string
          refusal: string
          size: number
          state: Database["public"]["Enums"]["file_state"]
          type: string
        }[]
      }
      search_holidays: {
        Args: { search: string }
        Returns: {
          created_at: string
          day: string
          id: string
          name: string
          search_text: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "holidays"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_mentees: {
        Args: { search: string }
        Returns: {
          created_at: string
          email: string | null
          first_name: string | null
          grade_level: string | null
          id: string
          last_name: string | null
          parent_email: string | null
          parent_name: string | null
          parent_phone: string | null
          person_id: string
          phone: string | null
          place: string | null
          school_name: string | null
          search_text: string | null
          status: Database["public"]["Enums"]["person_status"]
          told: string[]
          weekdays: string | null
          wishes: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "mentees"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_mentors: {
        Args: { search: string }
        Returns: {
          bio: string | null
          capacity: number | null
          created_at: string
          email: string | null
          expertise: string | null
          first_name: string | null
          id: string
          last_name: string | null
          person_id: string
          phone: string | null
          place: string | null
          search_text: string | null
          status: Database["public"]["Enums"]["person_status"]
          telephones: string[] | null
          told: string[]
          weekdays: string | null
          wishes: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "mentors"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_newsletter_subscriptions: {
        Args: { search: string }
        Returns: {
          confirmed_at: string | null
          created_at: string
          email: string
          id: string
          name: string
          person_id: string
          proved_at: string | null
          search_text: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "newsletter_subscriptions"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_people: {
        Args: { search: string }
        Returns: {
          address: string
          hint: string
          id: string
          kind: string
          kinds: string[]
          last_gift: number
          last_gift_at: string
          name: string
          person: string
          source: string
        }[]
      }
      search_profiles: {
        Args: { search: string }
        Returns: {
          begun_by: string | null
          confirmed: boolean
          created_at: string
          email: string | null
          full_name: string | null
          id: string
          offered_role: Database["public"]["Enums"]["app_role"] | null
          person_id: string
          proven: boolean
          role: Database["public"]["Enums"]["app_role"]
          search_text: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "profiles"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_programs: {
        Args: { search: string }
        Returns: {
          closed_on: string | null
          created_at: string
          description: string | null
          end_date: string | null
          id: string
          manager_id: string | null
          name: string
          search_text: string | null
          start_date: string | null
          status: Database["public"]["Enums"]["program_status"]
          website_program: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "programs"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_submissions: {
        Args: { search: string }
        Returns: {
          answered_at: string | null
          assignee_id: string | null
          closed_at: string | null
          created_at: string
          due_at: string
          email: string | null
          id: string
          kind: Database["public"]["Enums"]["submission_kind"]
          name: string | null
          person_id: string
          person_text: string | null
          phone: string | null
          program: string | null
          proved_at: string | null
          put_off_until: string
          reference: string
          search_text: string | null
          status: Database["public"]["Enums"]["submission_status"]
          telephones: string[] | null
          withdrawn_at: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "submissions"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_trainers: {
        Args: { search: string }
        Returns: {
          bio: string | null
          created_at: string
          email: string | null
          first_name: string | null
          id: string
          last_name: string | null
          person_id: string
          phone: string | null
          search_text: string | null
          specialization: string | null
          status: Database["public"]["Enums"]["person_status"]
          telephones: string[] | null
          told: string[]
        }[]
        SetofOptions: {
          from: "*"
          to: "trainers"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      send_campaign: {
        Args: {
          campaign: string
          expected_count: number
          expected_words: Json
          send_at?: string
        }
        Returns: number
      }
      send_status_links: { Args: { address: string }; Returns: undefined }
      send_test_mail: { Args: Record<PropertyKey, never>; Returns: string }
      sent_receipt: {
        Args: { key: string }
        Returns: {
          by_mail: boolean
          due_at: string
          reference: string
        }[]
      }
      set_cover: {
        Args: {
          account: string
          cover: string
          covered_by: string
          ends_on: string
          starts_on: string
        }
        Returns: undefined
      }
      set_last_day: {
        Args: { day: string; of_program: string }
        Returns: undefined
      }
      set_match_status: {
        Args: {
          match: string
          on_day?: string
          reason?: string
          seen: Database["public"]["Enums"]["match_status"]
          status: Database["public"]["Enums"]["match_status"]
        }
        Returns: undefined
      }
      set_safeguarding_lead: {
        Args: { account: string; is_lead: boolean }
        Returns: undefined
      }
      set_seats: {
        Args: { number: number; of_program: string }
        Returns: undefined
      }
      set_submission_status: {
        Args: { from_status: string[]; ids: string[]; to_status: string[] }
        Returns: string[]
      }
      set_up_steps: {
        Args: Record<PropertyKey, never>
        Returns: {
          is_done: boolean
          step: string
        }[]
      }
      set_user_role: {
        Args: {
          new_role: Database["public"]["Enums"]["app_role"]
          target_user_id: string
        }
        Returns: undefined
      }
      settle_held_meeting: {
        Args: { counts: boolean; held: string }
        Returns: undefined
      }
      siblings_of: {
        Args: { submission: string }
        Returns: {
          created_at: string
          id: string
          name: string
          status: string
        }[]
      }
      similar_people: {
        Args: { kind: string; rows: Json }
        Returns: {
          created_at: string
          email: string
          id: string
          name: string
          phone: string
          reasons: string[]
          row_number: number
          status: string
        }[]
      }
      spend_from_fund: {
        Args: {
          amount: number
          fund: string
          purpose: string
          spending: string
          spent_on: string
        }
        Returns: undefined
      }
      split_person: {
        Args: { new_person: string; person: string; rows: Json }
        Returns: undefined
      }
      staff_accounts: {
        Args: Record<PropertyKey, never>
        Returns: {
          confirmed_at: string
          given_by: string
          holds: string
          id: string
          name: string
          since: string
        }[]
      }
      status_messages: {
        Args: { token: string }
        Returns: {
          body: string
          created_at: string
          is_ours: boolean
          subject: string
        }[]
      }
      subject_records: { Args: { subject: string }; Returns: Json }
      submission_counts: {
        Args: { views?: Json }
        Returns: {
          in_views: number[]
          kind: Database["public"]["Enums"]["submission_kind"]
          status: Database["public"]["Enums"]["submission_status"]
          total: number
        }[]
      }
      submission_stage: {
        Args: { token: string }
        Returns: {
          answered_at: string
          created_at: string
          due_at: string
          kind: Database["public"]["Enums"]["submission_kind"]
          messages_left: number
          offered_until: string
          position: number
          program: string
          reference: string
          stage: string
        }[]
      }
      submissions_by_week: {
        Args: Record<PropertyKey, never>
        Returns: {
          partnership_count: number
          program_count: number
          volunteer_count: number
          week: string
        }[]
      }
      suppressed_addresses: {
        Args: { search?: string }
        Returns: {
          address: string
          created_at: string
          detail: string
          reason: string
        }[]
      }
      take_back_invitation: { Args: { invitation: string }; Returns: undefined }
      task_assignees: {
        Args: { address?: string; record_kind?: string }
        Returns: {
          full_name: string
          id: string
        }[]
      }
      test_campaign: { Args: { campaign: string }; Returns: string }
      unchecked_file: {
        Args: { file: string }
        Returns: {
          name: string
          version: string
        }[]
      }
      undo_collection: { Args: { collection: string }; Returns: undefined }
      undo_conversion: { Args: { submission: string }; Returns: undefined }
      undo_import: {
        Args: { confirmed?: Json; import: string }
        Returns: {
          is_done: boolean
          kept: number
          still_confirmed: Json
          undone: number
        }[]
      }
      undo_leaving: {
        Args: { leaving: string }
        Returns: {
          given_back: number
          kept: number
        }[]
      }
      undo_merge: { Args: { merge: string }; Returns: undefined }
      undo_person_merge: { Args: { merge: string }; Returns: undefined }
      unlink_mentor_account: { Args: { link: string }; Returns: undefined }
      unmatched_mentees: { Args: { program: string }; Returns: Json }
      unsubscribe: { Args: { token: string }; Returns: boolean }
      use_recovery_code: { Args: { code: string }; Returns: boolean }
      use_view: {
        Args: { pinned?: boolean; view: string; weekly?: boolean }
        Returns: undefined
      }
      void_gift: {
        Args: {
          fee?: number
          gift: string
          has_bounced?: boolean
          reason: string
          return_id?: string
          returned_on?: string
        }
        Returns: undefined
      }
      withdraw: { Args: { token: string }; Returns: boolean }
      withdraw_clearance: {
        Args: { clearance: string; reason: string }
        Returns: undefined
      }
      withdraw_enrolment: {
        Args: { course: string; mentee: string }
        Returns: undefined
      }
      withdrawn_receipts: {
        Args: { of_year: number }
        Returns: {
          id: string
          issued_at: string
          name: string
          number: string
          total: number
        }[]
      }
      work_lost: {
        Args: {
          account: string
          kept_ids?: string[]
          new_role: Database["public"]["Enums"]["app_role"]
        }
        Returns: {
          heirs: Json
          items: number
          kind: string
          part: string
        }[]
      }
      write_off_pledge: {
        Args: { expected: number; pledge: string; reason: string }
        Returns: undefined
      }
    }
    Enums: {
      app_role:
        | "admin"
        | "director"
        | "development_manager"
        | "staff"
        | "mentor"
        | "mentee"
        | "student"
        | "donor"
        | "supporter"
        | "accounting"
        | "program_manager"
        | "fundraiser"
        | "user"
      application_status: "new" | "contacted" | "accepted" | "rejected"
      attendance_status: "present" | "late" | "excused" | "absent"
      campaign_status: "draft" | "scheduled" | "sending" | "paused" | "sent"
      course_status: "active" | "planned" | "completed" | "cancelled"
      enrolment_state: "enrolled" | "waiting" | "withdrawn"
      fault_place: "public" | "staff" | "function" | "worker"
      file_state: "uploading" | "ready" | "refused"
      log_action:
        | "added"
        | "changed"
        | "removed"
        | "exported"
        | "opened"
        | "imported"
        | "undone"
      match_status: "proposed" | "active" | "paused" | "closed"
      meeting_outcome: "planned" | "happened" | "cancelled" | "missed"
      message_status: "new" | "contacted" | "in_progress" | "closed"
      notice_choice: "at_once" | "daily" | "none"
      person_status: "active" | "inactive"
      program_status: "active" | "planned" | "completed" | "cancelled"
      proposal_status:
        | "new"
        | "contacted"
        | "in_progress"
        | "accepted"
        | "rejected"
      registration_status:
        | "new"
        | "contacted"
        | "confirmed"
        | "waitlisted"
        | "offered"
        | "lapsed"
        | "declined"
      submission_kind:
        | "volunteer"
        | "program"
        | "partnership"
        | "message"
        | "registration"
        | "pledge"
      submission_status:
        | "new"
        | "contacted"
        | "in_progress"
        | "accepted"
        | "rejected"
        | "closed"
        | "confirmed"
        | "waitlisted"
        | "offered"
        | "lapsed"
        | "declined"
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {
      app_role: [
        "admin",
        "director",
        "development_manager",
        "staff",
        "mentor",
        "mentee",
        "student",
        "donor",
        "supporter",
        "accounting",
        "program_manager",
        "fundraiser",
        "user",
      ],
      application_status: ["new", "contacted", "accepted", "rejected"],
      attendance_status: ["present", "late", "excused", "absent"],
      campaign_status: ["draft", "scheduled", "sending", "paused", "sent"],
      course_status: ["active", "planned", "completed", "cancelled"],
      enrolment_state: ["enrolled", "waiting", "withdrawn"],
      fault_place: ["public", "staff", "function", "worker"],
      file_state: ["uploading", "ready", "refused"],
      log_action: [
        "added",
        "changed",
        "removed",
        "exported",
        "opened",
        "imported",
        "undone",
      ],
      match_status: ["proposed", "active", "paused", "closed"],
      meeting_outcome: ["planned", "happened", "cancelled", "missed"],
      message_status: ["new", "contacted", "in_progress", "closed"],
      notice_choice: ["at_once", "daily", "none"],
      person_status: ["active", "inactive"],
      program_status: ["active", "planned", "completed", "cancelled"],
      proposal_status: [
        "new",
        "contacted",
        "in_progress",
        "accepted",
        "rejected",
      ],
      registration_status: [
        "new",
        "contacted",
        "confirmed",
        "waitlisted",
        "offered",
        "lapsed",
        "declined",
      ],
      submission_kind: [
        "volunteer",
        "program",
        "partnership",
        "message",
        "registration",
        "pledge",
      ],
      submission_status: [
        "new",
        "contacted",
        "in_progress",
        "accepted",
        "rejected",
        "closed",
        "confirmed",
        "waitlisted",
        "offered",
        "lapsed",
        "declined",
      ],
    },
  },
} as const
